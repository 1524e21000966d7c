import type { Group } from "./group.ts";

/** Promises that hold for any recording. */
export const whole: Readonly<Record<string, Group>> = {
  servers: {
    source: "design, the picture",
    rows: [
      { n: 1, sentence: "The control API stays out of a server that it was not given to." },
      { n: 2, sentence: "An unmocked request fails." },
    ],
  },
  streams: {
    source: "issue 15, Streams",
    rows: [
      { n: 1, sentence: "What was recorded as a stream is sent whole and in order." },
      { n: 2, sentence: "By the player's clock a stream ends when its last chunk is due, and not before." },
      { n: 3, sentence: "A stream that was broken off is broken off, and the journal says so." },
      { n: 4, sentence: "A connection can be reset before there is an answer." },
    ],
  },
  sockets: {
    source: "issue 15, Streams",
    rows: [
      {
        n: 1,
        sentence:
          "What was said over a WebSocket is said again, each message once the client has said what came before it; links in it lead to the server that is asked.",
      },
      {
        n: 2,
        sentence: "A message that was not recorded ends the conversation, and is a miss that says where it differs.",
      },
      { n: 3, sentence: "By the player's clock a message comes when it is due." },
      { n: 4, sentence: "A WebSocket is not given to a client that asks without an upgrade." },
    ],
  },
  uploads: {
    source: "issue 15, Streams",
    rows: [
      { n: 1, sentence: "An upload beyond 1 MiB is answered by what was recorded for the same bytes." },
      { n: 2, sentence: "Another one is a miss that names the body, and shows no secret of it." },
    ],
  },
  replay: {
    source: "design, laws",
    rows: [
      { n: 1, sentence: "The same tapes, requests and clock give the same bytes." },
      { n: 2, sentence: "A tape's own requests, in order, give back its responses and leave none." },
    ],
  },
  schemas: {
    source: "service-api 2; schemas/",
    rows: [
      { n: 1, sentence: "Every generated resource fits its schema, as it comes through a server." },
      { n: 2, sentence: "Every recorded resource fits its schema.", live: ["every document fits its schema"] },
      { n: 3, sentence: "Every generated document fits its schema, and every near miss is one." },
    ],
  },
  secrets: {
    source: "design, laws",
    rows: [
      { n: 1, sentence: "A secret that was sent is in no answer, no journal and no miss." },
      { n: 2, sentence: "A secret that went over the wire in either direction is not on disk." },
      { n: 3, sentence: "Redacting twice is redacting once." },
    ],
  },
  files: {
    source: "design, laws",
    rows: [
      { n: 1, sentence: "`fromHar()` undoes `toHar()`." },
      { n: 2, sentence: "Recording the same answers twice gives the same file." },
    ],
  },
};

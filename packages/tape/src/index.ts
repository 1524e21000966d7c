export { bodilessStatuses, bodyOf, bytesOf, heldBody, joined, latin1Bytes, latin1Text, toBase64 } from "./body.ts";
export { bodyMark, isLarge } from "./body-mark.ts";
export { canonical, requestKey, sortKey } from "./canonical.ts";
export { type ChunkFollower, cutPieces, flowsByType, followChunks, mappedChunks, rechunked } from "./chunks.ts";
export { clip } from "./clip.ts";
export {
  BodyTooLargeError,
  type DecodeLimits,
  decodeContent,
  decodedPieces,
  isDecodable,
  UnknownCodingError,
} from "./content-coding.ts";
export { createDigest, type Digest } from "./digest.ts";
export { dropOldest } from "./drop-oldest.ts";
export { editDistance } from "./edit-distance.ts";
export type {
  Body,
  Cut,
  Exchange,
  FiledBody,
  HeaderList,
  HeldBody,
  InformationalResponse,
  Principal,
  RecordedChunk,
  RecordedClose,
  RecordedMessage,
  RecordedRequest,
  RecordedResponse,
  Tape,
} from "./exchange.ts";
export { anonymous, anyToken, largestHeld } from "./exchange.ts";
export { chunksIn, collected, heldPieces, isSpooled, type SpooledBody, spooledBody } from "./filed-body.ts";
export { forwardedRequestFields, forwardedResponseFields } from "./forwarding.ts";
export { graphqlIn, graphqlInParameters, graphqlOperation } from "./graphql.ts";
export { byteString, cookieIn, headerList, headerOf, hopByHop, isToken, rawFields, saysText } from "./headers.ts";
export { type JsonBreak, jsonBreak } from "./json-break.ts";
export { compactJson, isJson, type JsonToken, jsonElements, jsonTokens, prettyJson } from "./json-text.ts";
export { isObject, type JsonObject, parsedJson, pointerSteps, pointerTo } from "./json-value.ts";
export { isLate } from "./late-response.ts";
export { linksIn, type NamedLink } from "./link.ts";
export { isLoopback } from "./loopback.ts";
export { didYouMean, nearest } from "./nearest.ts";
export { pinNoise, pinnedMoment, requestDates, takesAnything } from "./noise.ts";
export type { PackedExchange, PackedTapeInfo, PackedTapes, PackKeys } from "./packed.ts";
export { proxyVariables } from "./proxy-variables.ts";
export { ownReason } from "./reason-phrase.ts";
export { RecordingSyntaxError } from "./recording-error.ts";
export * from "./redact/index.ts";
export {
  type ChunkChange,
  chained,
  type LateChunkChange,
  type Rewrite,
  rewriter,
  rewrittenBody,
  streamRewriter,
} from "./rewriter.ts";
export { textHash } from "./text-hash.ts";

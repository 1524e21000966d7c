export { bodilessStatuses, bodyOf, bytesOf, heldBody, joined, latin1Bytes, latin1Text, toBase64 } from "./body/body.ts";
export { isLarge } from "./body/body-mark.ts";
export { type ChunkFollower, cutPieces, flowsByType, followChunks, mappedChunks, rechunked } from "./body/chunks.ts";
export {
  BodyTooLargeError,
  type DecodeLimits,
  decodeContent,
  decodedPieces,
  isDecodable,
  UnknownCodingError,
} from "./body/content-coding.ts";
export { createDigest, type Digest } from "./body/digest.ts";
export { chunksIn, collected, heldPieces, isSpooled, type SpooledBody, spooledBody } from "./body/filed-body.ts";
export { isLate } from "./body/late-response.ts";
export { boundaryOf, formPartsOf, pinBoundary, underOneBoundary, withFormParts } from "./body/multipart.ts";
export { canonical, requestKey, sortKey } from "./canonical.ts";
export { dropOldest } from "./drop-oldest.ts";
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
export { graphqlIn, graphqlInParameters, graphqlOperation } from "./graphql.ts";
export { baseUrl, targetBelow } from "./http/base-url.ts";
export { forwardedRequestFields, forwardedResponseFields } from "./http/forwarding.ts";
export { byteString, cookieIn, headerList, headerOf, hopByHop, isToken, rawFields, saysText } from "./http/headers.ts";
export { linksIn, type NamedLink } from "./http/link.ts";
export { isLoopback } from "./http/loopback.ts";
export { proxyVariables } from "./http/proxy-variables.ts";
export { ownReason } from "./http/reason-phrase.ts";
export { uriDecoded } from "./http/uri-decoded.ts";
export { type JsonBreak, jsonBreak } from "./json/json-break.ts";
export { compactJson, isJson, type JsonToken, jsonElements, jsonTokens, prettyJson } from "./json/json-text.ts";
export { isObject, type JsonObject, parsedJson, pointerSteps, pointerTo } from "./json/json-value.ts";
export { pinNoise, pinnedMoment, pinSigned, pinSignedUrl, requestDates, takesAnything } from "./noise.ts";
export type { PackedExchange, PackedTapeInfo, PackedTapes, PackKeys } from "./packed.ts";
export { RecordingSyntaxError } from "./recording-error.ts";
export * from "./redact/index.ts";
export { clip } from "./text/clip.ts";
export { editDistance } from "./text/edit-distance.ts";
export { didYouMean, nearest } from "./text/nearest.ts";
export {
  type ChunkChange,
  chained,
  type LateChunkChange,
  literally,
  type Rewrite,
  rewriter,
  rewrittenBody,
  streamRewriter,
} from "./text/rewriter.ts";
export { textHash } from "./text/text-hash.ts";

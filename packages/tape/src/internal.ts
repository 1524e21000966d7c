/**
 * What tapedeck's packages share. It may change with any release: a program does not need it.
 * @module
 */
export { bodilessStatuses, heldBody, isBase64, joined, latin1Bytes, latin1Text, toBase64 } from "./body/body.ts";
export { isLarge } from "./body/body-mark.ts";
export { blockBytes, createByteBlocks } from "./body/byte-blocks.ts";
export { canonicalTextSteps, isForm } from "./body/canonical-text.ts";
export { cutPieces, flowsByType, followChunks, mappedChunks, rechunked } from "./body/chunks.ts";
export {
  BodyTooLargeError,
  decodeContent,
  decodedPieces,
  isCodedByName,
  isDecodable,
  isOfEncodedBody,
  mostTimesLarger,
  UnknownCodingError,
} from "./body/content-coding.ts";
export { createDigest, type Digest } from "./body/digest.ts";
export {
  chunksIn,
  collected,
  fileIncludes,
  heldPieces,
  isSpooled,
  type SpooledBody,
  spooledBody,
} from "./body/filed-body.ts";
export { isLate } from "./body/late-response.ts";
export { boundaryOf, formPartsOf, pinnedPieces, pinParts, withFormParts } from "./body/multipart.ts";
export { alikeKey, madeForOne, prepareKey, requestKey, sortKey, unsigned } from "./canonical.ts";
export { dropOldest } from "./drop-oldest.ts";
export { anyToken, largestHeld, mayBeUnnamed, unnamedAmong } from "./exchange.ts";
export { graphqlInParameters, graphqlOperation, graphqlSteps } from "./graphql.ts";
export { withArrivalDate } from "./http/arrival-date.ts";
export { baseUrl, redactedUrl, targetBelow } from "./http/base-url.ts";
export { ExactParameters, readableValue } from "./http/exact-parameters.ts";
export { forwardedRequestFields, forwardedResponseFields } from "./http/forwarding.ts";
export {
  byteString,
  cookieIn,
  cookiesIn,
  hopByHop,
  isToken,
  rawFields,
  saysBytes,
  saysText,
  unreadType,
} from "./http/headers.ts";
export { linksIn } from "./http/link.ts";
export { isLoopback, proxyVariables } from "./http/loopback.ts";
export { ownReason } from "./http/reason-phrase.ts";
export { redirectedTo } from "./http/redirect.ts";
export { uriDecoded } from "./http/uri-decoded.ts";
export { canonicalJson, canonicalSteps, withoutMember } from "./json/canonical-json.ts";
export { jsonBreak, jsonSlip } from "./json/json-break.ts";
export { type JsonElements, jsonElements, longElements } from "./json/json-elements.ts";
export { isJsonText } from "./json/json-grammar.ts";
export { compactJson, isJson, type JsonToken, jsonTokens, prettyJson } from "./json/json-text.ts";
export { isObject, type JsonObject, parsedJson, pointerSteps, pointerTo } from "./json/json-value.ts";
export { nextTurn } from "./next-turn.ts";
export {
  avoidsCaches,
  headersToSend,
  isStateName,
  isTransientOfRequest,
  pinNoise,
  pinSigned,
  pinSignedUrl,
  requestDates,
  takesAnything,
} from "./noise.ts";
export { isSessionCookie, nameRules } from "./redact/judge/name-rules.ts";
export { looksLikeIdentifier, looksLikeWord, shortestSecret } from "./redact/judge/secret-entropy.ts";
export { longestSent } from "./redact/longest-sent.ts";
export { issuedAuthorization } from "./redact/memory/issued-authorization.ts";
export type { IssuedBefore } from "./redact/memory/issued-placeholders.ts";
export { opaqueTag, saysWhose, withoutKinds } from "./redact/memory/pseudonym.ts";
export {
  issuedIn,
  issuedSteps,
  mayNotIssue,
  passedIn,
  passedSteps,
  placeholdersIn,
  tagsIn,
} from "./redact/memory/recorded-tags.ts";
export { createSecretMemory } from "./redact/memory/secret-memory.ts";
export type { SecretMemory } from "./redact/memory/secret-memory-interface.ts";
export {
  beginsSession,
  isSessionAfter,
  isSessionSince,
  mayLogIn,
  namedFrom,
  namesIn,
  saysWho,
  withoutHeader,
} from "./redact/memory/session-names.ts";
export {
  isLoginPath,
  isUserHeader,
  longestLogin,
  sendsPassword,
  type TypedKind,
  typedIn,
  typedKind,
  typedLogin,
  userHeaders,
  usersIn,
} from "./redact/memory/typed-logins.ts";
export { checkRedact, mergeRedact } from "./redact/options.ts";
export { growthOf } from "./redact/pattern/pattern-growth.ts";
export {
  findIssued,
  findPlaceholders,
  isPlaceholder,
  placeholderFor,
  placeholderParts,
  replacePlaceholders,
} from "./redact/placeholder.ts";
export { hideMqttPassword, passwordAs } from "./redact/read/coded/mqtt.ts";
export { finish, inTurns, isDue, longAtOnce, type Steps } from "./redact/steps.ts";
export { isPinnedRequestId, pinnedRequestId } from "./request-id.ts";
export { withBodies, withFields } from "./response-parts.ts";
export {
  checkArgument,
  checkOptions,
  checkReturned,
  checkTapes,
  checkUrl,
  type OptionKinds,
} from "./text/check-options.ts";
export { clip } from "./text/clip.ts";
export { listed } from "./text/listed.ts";
export { didYouMean, editDistance, nearest } from "./text/nearest.ts";
export { rememberLast } from "./text/remember-last.ts";
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
export { createTextMemory, type TextMemory } from "./text-memory.ts";

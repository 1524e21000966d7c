/**
 * What the other packages of tapedeck share. It may change with any release: a program has no need of it.
 * @module
 */
export { brokenOff, deliver, type Sink } from "./deliver/deliver.ts";
export { responseFrom } from "./deliver/from-body.ts";
export { highestMade } from "./deliver/lazy-response.ts";
export { relinked } from "./deliver/relinked.ts";
export { toResponse } from "./deliver/to-response.ts";
export { answerPrepared, handlerOf } from "./handlers/handler.ts";
export { failureIn, isWorthRecording, replyOf } from "./handlers/upstream.ts";
export { weightsIn } from "./http/accept.ts";
export { isHeaderName, isHeaderValue } from "./http/header-syntax.ts";
export { asksForSocket } from "./http/message.ts";
export { ownProblem, textAnswer } from "./http/own-answer.ts";
export { isCoded, readable } from "./http/readable.ts";
export { RepeatedRequest } from "./http/repeated-request.ts";
export { findOverrun, findOverrunLater, overrunText } from "./limit/overrun.ts";
export { quotasIn, swapIn } from "./limit/quota-store.ts";
export { isKeyHeader, logsIn } from "./login/login.ts";
export { secondLoginsText, watchSecondLogins } from "./login/second-logins.ts";
export { comparedBy, repeatedBy } from "./match/compared-request.ts";
export { echoOf, statesIn } from "./match/echoed-values.ts";
export { withoutGenerated } from "./match/generated-value.ts";
export { pathPattern } from "./match/ignore.ts";
export { matcherNamed } from "./match/matchers.ts";
export { againCommand, shellWord } from "./match/record-command.ts";
export { memoize, memoizeObject } from "./memoize.ts";
export { createStatesSent } from "./request/states-sent.ts";

import type { Exchange } from "../../exchange.ts";
import type { RedactOptions } from "../options.ts";
import type { KnownSecret } from "../scrubber.ts";
import type { IssuedBefore } from "./issued-placeholders.ts";

/** Options of a memory of secrets. */
export interface SecretMemoryOptions extends RedactOptions {
  /** Credentials in use, each with its alias. */
  readonly secrets?: readonly KnownSecret[];
  /**
   * Recorded exchanges to compare requests with: an opaque value that has a placeholder in one of them is hidden
   * wherever a request repeats it, whichever client sent it before.
   */
  readonly recorded?: readonly Exchange[];
  /** The same for exchanges that are not in memory: returns the placeholder of a tag. */
  readonly placeholderOf?: ((tag: string) => string | undefined) | undefined;
  /** What is recorded already. Default: nothing. */
  readonly issuedBefore?: IssuedBefore | undefined;
  /** Called for each value hidden in an exchange, with its kind. */
  readonly onRedact?: (kind: string) => void;
  /** Called once for a placeholder that two different values share: requests that differ only in them are equal. */
  readonly onAmbiguous?: (placeholder: string) => void;
  /** Called when a secret is hidden at its own place alone from now on: it is too long, or one of too many. */
  readonly onUnfollowed?: () => void;
  /** Maximum number of secrets that are hidden wherever they come again; the oldest are forgotten. Default: 20,000. */
  readonly maxSecrets?: number | undefined;
}

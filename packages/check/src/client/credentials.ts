import type { Api, CredentialForm } from "@tapedeck/api";
import type { ProbeCaller } from "../observation.ts";

/** The user name before the token in Basic: a token alone identifies its user. */
export const basicUser = "x-access-token";

const usualForm: CredentialForm = { scheme: "bearer" };

/**
 * Returns the forms in which an API accepts a credential, by name; Bearer if its description names none.
 * @see RFC 9110, section 11; RFC 6750
 * @example
 * [...formsOf(service).keys()]; // ["token", "bearer", "basic"]
 */
export function formsOf({ credentials }: Pick<Api, "credentials">): ReadonlyMap<ProbeCaller, CredentialForm> {
  const forms = credentials.length === 0 ? [usualForm] : credentials;
  return new Map(forms.map((form) => [Object.values(form)[0] as string, form]));
}

/** Returns the caller with the token, in the first form that the description names. */
export function tokenCaller(api: Pick<Api, "credentials">): ProbeCaller {
  const [first = "bearer"] = formsOf(api).keys();
  return first;
}

/**
 * Returns the parts of a request that carry a credential.
 * @param secret The credential, or its replacement where it is shown.
 * @param encode Encodes what Basic sends.
 */
export function credentialParts(
  api: Pick<Api, "credentials">,
  as: ProbeCaller,
  secret: string,
): { readonly headers: Readonly<Record<string, string>>; readonly query: readonly [string, string] | null } {
  const carried = (name: string, value: string) => ({ headers: { [name]: value }, query: null });
  if (as === "anonymous") return { headers: {}, query: null };
  // No service takes a scheme alone for a credential.
  if (as === "malformed") return carried("authorization", "token");
  const form = formsOf(api).get(as) ?? usualForm;
  if ("query" in form) return { headers: {}, query: [form.query, secret] };
  if ("header" in form) return carried(form.header.toLowerCase(), secret);
  if ("cookie" in form) return carried("cookie", `${form.cookie}=${secret}`);
  if (form.scheme.toLowerCase() === "basic")
    return carried("authorization", `Basic ${Buffer.from(`${basicUser}:${secret}`).toString("base64")}`);
  return carried("authorization", `${form.scheme === "bearer" ? "Bearer" : form.scheme} ${secret}`);
}

/** Returns whether a caller's credential is sent by Basic. */
export function isBasic(api: Pick<Api, "credentials">, as: ProbeCaller): boolean {
  const form = formsOf(api).get(as);
  return form !== undefined && "scheme" in form && form.scheme.toLowerCase() === "basic";
}

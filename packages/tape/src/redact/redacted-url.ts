/**
 * Returns text that was given as a URL without what may be a credential: user, password, query and fragment.
 * @example
 * redactedUrl("https://ada:s3cr3t@api.service.example/v3?access_token=T"); // "https://api.service.example/v3"
 */
export function redactedUrl(text: string): string {
  return text.replace(/[?#].*$/s, "").replace(/^([a-z][a-z\d+.-]*:)?([/\\]*)[^/\\]*@/i, "$1$2");
}

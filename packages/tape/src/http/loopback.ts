/**
 * Returns whether a host is this machine, which stays reachable while the network is closed.
 * @param host With or without a port; an IPv6 address with or without brackets.
 * @example
 * isLoopback("localhost:8080"); // true
 */
export function isLoopback(host: string): boolean {
  return /^(?:localhost|.+\.localhost|127(?:\.\d+){3}|\[?::1\]?)(?::\d+)?$/i.test(host);
}

/** The variables that name a proxy, as curl reads them, and Node's `http.Agent` in its option `proxyEnv`. */
const names = ["HTTP_PROXY", "http_proxy", "HTTPS_PROXY", "https_proxy", "NO_PROXY", "no_proxy"] as const;

/**
 * Selects the variables that send requests through a proxy. A request to this machine uses none, as in Go's net/http.
 * @param host The host that is asked, with or without a port.
 * @example
 * proxyVariables("api.example", { HTTP_PROXY: "http://proxy:3128", HOME: "/root" }); // { HTTP_PROXY: "http://proxy:3128" }
 */
export function proxyVariables(
  host: string,
  environment: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string>> {
  if (isLoopback(host)) return {};
  return Object.fromEntries(names.flatMap((name) => (environment[name] ? [[name, environment[name]]] : [])));
}

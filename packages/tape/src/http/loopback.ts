/**
 * Returns whether a host is this machine, which stays reachable while the network is closed.
 * @param host With or without a port; an IPv6 address with or without brackets.
 * @example
 * isLoopback("localhost:8080"); // true
 */
export function isLoopback(host: string): boolean {
  return /^(?:localhost|.+\.localhost|127(?:\.\d+){3}|\[?::1\]?)(?::\d+)?$/i.test(host);
}

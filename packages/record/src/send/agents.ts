import http from "node:http";
import https from "node:https";
import process from "node:process";
import { proxyVariables } from "@tapedeck/tape/internal";

/** Connects to services, through the proxy that the environment names. */
export interface Agents {
  for(url: URL): http.Agent;
  destroy(): void;
}

/**
 * Makes agents for a recorder's requests, one for each origin, since a proxy may be for some hosts only.
 * @param keepAlive Whether they keep connections open for the next request.
 * @example
 * http.get(url, { agent: createAgents(false).for(url) });
 */
export function createAgents(keepAlive: boolean): Agents {
  const byOrigin = new Map<string, http.Agent>();
  return {
    for({ protocol, hostname, origin }) {
      const known = byOrigin.get(origin);
      if (known !== undefined) return known;
      const { Agent } = protocol === "https:" ? https : http;
      const agent = new Agent({ keepAlive, proxyEnv: proxyVariables(hostname, process.env) });
      byOrigin.set(origin, agent);
      return agent;
    },
    destroy() {
      for (const agent of byOrigin.values()) agent.destroy();
    },
  };
}

/**
 * Returns whether an answer is a proxy's demand for credentials, not the service's answer: RFC 9110, section 15.5.8.
 * @example
 * isProxyRefusal(407, new URL("http://127.0.0.1:8080")); // false
 */
export function isProxyRefusal(status: number, { hostname, protocol }: URL): boolean {
  const { HTTP_PROXY, http_proxy = HTTP_PROXY } = proxyVariables(hostname, process.env);
  return status === 407 && protocol === "http:" && http_proxy !== undefined;
}

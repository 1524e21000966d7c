import http from "node:http";
import https from "node:https";
import process from "node:process";
import { proxyVariables } from "@tapedeck/tape";

/** Keeps connections to services open, by way of the proxy that the environment names. */
export interface Agents {
  for(url: URL): http.Agent;
  destroy(): void;
}

/**
 * Makes agents for a recorder's requests. An origin has one of its own, as a proxy may be for some hosts alone.
 * @example
 * http.get(url, { agent: createAgents().for(url) });
 */
export function createAgents(): Agents {
  const byOrigin = new Map<string, http.Agent>();
  return {
    for({ protocol, hostname, origin }) {
      const known = byOrigin.get(origin);
      if (known !== undefined) return known;
      const { Agent } = protocol === "https:" ? https : http;
      const agent = new Agent({ keepAlive: true, proxyEnv: proxyVariables(hostname, process.env) });
      byOrigin.set(origin, agent);
      return agent;
    },
    destroy() {
      for (const agent of byOrigin.values()) agent.destroy();
    },
  };
}

/**
 * Whether an answer is that of a proxy that wants credentials, and not the service's: RFC 9110, section 15.5.8.
 * @example
 * isProxyRefusal(407, new URL("http://127.0.0.1:8080")); // false
 */
export function isProxyRefusal(status: number, { hostname, protocol }: URL): boolean {
  const { HTTP_PROXY, http_proxy = HTTP_PROXY } = proxyVariables(hostname, process.env);
  return status === 407 && protocol === "http:" && http_proxy !== undefined;
}

import { type Api, checkExchange } from "@tapedeck/api";
import type { Exchange } from "@tapedeck/tape";

/**
 * Finds how an answer contradicts its own headers or its schema; returns a line for each flaw.
 * @example
 * checkAnswer(exchange, service)[0]; // "/login: expected string, found nothing"
 */
export function checkAnswer(exchange: Exchange, api?: Api): string[] {
  return checkExchange(exchange, api).map(
    ({ path, expected, found }) => `${path === "" ? "the body" : path}: expected ${expected}, found ${found}`,
  );
}

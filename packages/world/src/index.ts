/**
 * A deterministic synthetic population of the API, as documents and as a player; and fixtures for unit tests.
 * @module
 */
export { fixtures } from "./documents/fixtures.ts";
export { accountLinks, repositoryLinks, type Site } from "./documents/links.ts";
export { createWorldPlayer, type WorldPlayerOptions } from "./player.ts";
export type { Holdings, Ownership, Population, PopulationOptions } from "./population/population.ts";
export { createWorld, type World } from "./world.ts";

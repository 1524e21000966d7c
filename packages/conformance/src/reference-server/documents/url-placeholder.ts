import type { Site } from "@tapedeck/world";

// Reserved by RFC 2606, so that a link that was left unrendered can lead nowhere.
/** The origin that the world's documents carry until they are rendered. */
export const placeholder = "https://api.standin.invalid";

/** Where people, and git, find what the API describes: never the API's own origin. */
export const webHost = "service.example";

/** Where the links of the world's documents lead until they are rendered. */
export const referenceSite: Site = { api: placeholder, web: `https://${webHost}` };

/**
 * Writes a document as the compact JSON a caller gets, with links that lead to the public origin.
 * @example
 * render({ url: `${placeholder}/users/ada` }, "http://127.0.0.1:8080"); // '{"url":"http://127.0.0.1:8080/users/ada"}'
 */
export function render(document: unknown, publicUrl: string): string {
  return JSON.stringify(document).replaceAll(placeholder, publicUrl);
}

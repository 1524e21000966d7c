import type { Site } from "@tapedeck/world";

/** The origin in the documents of the world until they are rendered; RFC 2606 reserves it, so that it leads nowhere. */
export const placeholder = "https://api.standin.invalid";

/** The host of web pages and of git. */
export const webHost = "service.example";

/** The site of the documents of the world until they are rendered. */
export const referenceSite: Site = { api: placeholder, web: `https://${webHost}` };

/**
 * Writes a document as compact JSON, with links to the public origin.
 * @example
 * render({ url: `${placeholder}/users/ada` }, "http://127.0.0.1:8080"); // '{"url":"http://127.0.0.1:8080/users/ada"}'
 */
export function render(document: unknown, publicUrl: string): string {
  return JSON.stringify(document).replaceAll(placeholder, publicUrl);
}

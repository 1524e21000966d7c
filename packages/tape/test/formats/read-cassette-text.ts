import { type ImportResult, readCassette } from "../../src/formats/index.ts";

export const base64 = (bytes: Uint8Array | string): string => Buffer.from(bytes).toString("base64");
export const read = (text: string, file = "x.yml"): ImportResult => readCassette(text, file);
export const first = (text: string): ImportResult["found"][number] => {
  const [found] = read(text).found;
  if (!found) throw new Error(JSON.stringify(read(text).warnings));
  return found;
};

/** A cassette of VCR 2 and later, with some lines of its own in the response. */
export function vcr(response: string, request = ""): string {
  return `---
http_interactions:
- request:
    method: get
    uri: https://api.service.example/x
${request}  response:
    status:
      code: 200
${response}  recorded_at: Tue, 01 Nov 2011 04:49:54 GMT
recorded_with: VCR 6.3.1
`;
}

const json = [{ name: "Content-Type", value: "application/json" }];

/** What an entry says beyond a plain GET. */
export interface Parts {
  readonly request?: object;
  readonly response?: object;
  readonly entry?: object;
}

/** A HAR file of one entry, as a browser might write it. */
export function har({ request = {}, response = {}, entry = {} }: Parts, log: object = {}): string {
  const whole = {
    startedDateTime: "2026-02-03T04:05:06.789Z",
    request: { method: "GET", url: "https://api.service.example/x", headers: [], ...request },
    response: { status: 200, headers: json, content: { text: "[]" }, ...response },
    ...entry,
  };
  return JSON.stringify({ log: { version: "1.2", creator: { name: "Tool", version: "1" }, entries: [whole], ...log } });
}

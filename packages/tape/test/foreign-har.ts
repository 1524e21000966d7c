/** A HAR as other tools write it. */
export function foreign(entry: object = {}, request: object = {}, response: object = {}): string {
  return JSON.stringify({
    log: {
      version: "1.2",
      creator: { name: "WebInspector", version: "537.36" },
      entries: [
        {
          startedDateTime: "2026-02-03T04:05:06.789Z",
          request: { method: "GET", url: "https://api.service.example/users/ada?page=2", headers: [], ...request },
          response: { status: 200, headers: [], content: { text: "[]" }, ...response },
          ...entry,
        },
      ],
    },
  });
}

/**
 * What has Playwright take TypeScript as Node does. It would make JavaScript of all our sources first, which takes longer
 * than its tests; as published, packages are JavaScript.
 */
export const playwrightOnSources = { PW_DISABLE_TS_ESM: "1" } as const;

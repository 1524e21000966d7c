import type { PlaywrightTestConfig } from "@playwright/test";

// Debian's package puts the browser there; its sandbox needs more rights than a container gives.
const launchOptions = { executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] };
const config: PlaywrightTestConfig = { testMatch: "*_pages.ts", use: { launchOptions }, reporter: "json", retries: 0 };
export default config;

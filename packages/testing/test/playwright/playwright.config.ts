import type { PlaywrightTestConfig } from "@playwright/test";
import { chromiumPath } from "../../../../.ci/chromium.ts";

// Its sandbox needs more rights than a container gives.
const launchOptions = { executablePath: chromiumPath, args: ["--no-sandbox"] };
const config: PlaywrightTestConfig = { testMatch: "*_pages.ts", use: { launchOptions }, reporter: "json", retries: 0 };
export default config;

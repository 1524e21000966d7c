import { defineConfig, type ViteUserConfig } from "vitest/config";

const config: ViteUserConfig = defineConfig({ test: { include: ["*_test.ts"], testTimeout: 120_000 } });
export default config;

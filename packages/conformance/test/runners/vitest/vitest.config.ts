import { defineConfig, type ViteUserConfig } from "vitest/config";

const config: ViteUserConfig = defineConfig({ test: { include: ["*_test.ts"] } });
export default config;

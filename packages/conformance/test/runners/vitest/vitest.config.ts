import { defineConfig, type ViteUserConfig } from "vitest/config";

// What a test imports of `node_modules` Vitest leaves to Node; our packages are links there, which it would transform.
const server = { deps: { external: [/\/packages\/(?!conformance\/)/] } };
const config: ViteUserConfig = defineConfig({ test: { include: ["*_test.ts"], testTimeout: 120_000, server } });
export default config;

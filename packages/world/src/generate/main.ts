import { mkdirSync, writeFileSync } from "node:fs";
import { generatedFile, writeSchemas } from "./schemas.ts";

mkdirSync(new URL(".", generatedFile), { recursive: true });
writeFileSync(generatedFile, writeSchemas());

import { mkdirSync, writeFileSync } from "node:fs";
import { generated, writeSchemas } from "./schemas.ts";

mkdirSync(new URL(".", generated), { recursive: true });
writeFileSync(generated, writeSchemas());

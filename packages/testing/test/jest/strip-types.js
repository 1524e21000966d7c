// Jest knows no types: a project has a transformer for them, and this is the least that does.
import { stripTypeScriptTypes } from "node:module";

const process = (source) => ({ code: stripTypeScriptTypes(source) });

export default { process, processAsync: async (source) => process(source) };

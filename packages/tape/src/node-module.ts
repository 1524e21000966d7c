const { process: here } = globalThis as { readonly process?: Partial<NodeJS.Process> };

/**
 * Returns a module of Node, if the runtime has it. At run time, since browsers have none, and bundlers should not look
 * for one.
 */
export const nodeModule: NodeJS.Process["getBuiltinModule"] | undefined = here?.getBuiltinModule?.bind(here);

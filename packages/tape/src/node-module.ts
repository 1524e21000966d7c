const { process: here } = globalThis as { readonly process?: Partial<NodeJS.Process> };

/**
 * Gives a module of Node, where the runtime has it. Asked for at run time: browsers have none, and bundles for them should
 * not look for one.
 */
export const nodeModule: NodeJS.Process["getBuiltinModule"] | undefined = here?.getBuiltinModule?.bind(here);

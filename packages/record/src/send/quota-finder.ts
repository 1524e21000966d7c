/** Tells which of several quotas a request spends: the one that the paths most like its own did. */
export interface QuotaFinder {
  /**
   * Returns the name of a quota, empty if none was told.
   * @param asked A method and a path: `GET /users/ada`.
   */
  find(asked: string): string;
  /** Notes the quota that an answer told. */
  note(asked: string, quota: string): void;
}

/** What requests that begin alike spend. */
interface Branch {
  quota: string;
  /** How often that was right, less how often it was wrong. */
  votes: number;
  readonly branches: Map<string, Branch>;
}

/**
 * Makes a finder. It learns from what it would have told wrong: a path that it would have told right costs no memory.
 * @example
 * const quotas = createQuotaFinder();
 * quotas.note("GET /users/ada", "core");
 * quotas.note("GET /search/issues", "search");
 * [quotas.find("GET /repos/ada/bike"), quotas.find("GET /search/users")]; // ["core", "search"]
 */
export function createQuotaFinder(): QuotaFinder {
  const root = newBranch("");
  const walk = (steps: readonly string[]): { at: Branch; depth: number } => {
    let at = root;
    let depth = 0;
    for (const step of steps) {
      const next = at.branches.get(step);
      if (next === undefined) break;
      at = next;
      depth += 1;
    }
    return { at, depth };
  };
  return {
    find: (asked) => walk(stepsOf(asked)).at.quota,
    note(asked, quota) {
      const steps = stepsOf(asked);
      const { at, depth } = walk(steps);
      if (root.branches.size === 0) root.quota = quota;
      else if (at.quota === quota) {
        at.votes += 1;
        return;
      } else {
        at.votes -= 1;
        // Most that begin so spend another by now.
        if (at.votes < 0) Object.assign(at, { quota, votes: 1 });
      }
      let from = at;
      for (const step of steps.slice(depth)) {
        const next = newBranch(quota);
        from.branches.set(step, next);
        from = next;
      }
    },
  };
}

// The end is a step too: a path may spend another quota than those that begin with it.
function stepsOf(asked: string): readonly string[] {
  return [...asked.split(/[ /]+/), " "];
}

function newBranch(quota: string): Branch {
  return { quota, votes: 1, branches: new Map() };
}

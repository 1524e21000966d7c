import {
  type AccountSeed,
  account,
  type ReferenceWorld,
  type RepositorySeed,
  referenceLicenses,
  repository,
} from "./documents.ts";

const ada: AccountSeed = {
  login: "ada",
  id: 1,
  profile: {
    name: "Ada Loom",
    company: "@lighthouse",
    blog: "https://ada.example",
    location: "Málaga",
    hireable: true,
  },
};
const grace: AccountSeed = {
  login: "grace-lin",
  id: 2,
  siteAdmin: true,
  profile: { name: "Grace Lin 林", bio: "Ships." },
};
const quiet: AccountSeed = { login: "quietfox", id: 3, updatedAt: "2022-11-05T00:00:00Z" };
const lighthouse: AccountSeed = { login: "lighthouse", id: 10, type: "Organization", profile: { name: "Lighthouse" } };
const boats: AccountSeed = {
  login: "paper-boats",
  id: 11,
  type: "Organization",
  profile: { bio: "Folded, not stapled." },
};

const byHand: readonly RepositorySeed[] = [
  {
    id: 101,
    name: "difference-engine",
    owner: ada,
    language: "C",
    license: referenceLicenses.mit,
    stars: 1843,
    homepage: "",
  },
  {
    id: 102,
    name: "loom-notes",
    owner: ada,
    private: true,
    description: "Drafts, not for reading yet",
    language: "TeX",
  },
  {
    id: 103,
    name: "tabulator",
    owner: ada,
    fork: true,
    description: "Täbeller och tal — 表 🧮",
    license: referenceLicenses.apache,
  },
  {
    id: 201,
    name: "compiler-in-an-hour",
    owner: grace,
    language: "COBOL",
    license: referenceLicenses.other,
    stars: 77,
  },
  { id: 202, name: "empty-start", owner: grace, pushedAt: null },
  { id: 301, name: "crane", owner: boats, description: "Folds a crane", homepage: "https://crane.example", stars: 12 },
  {
    id: 302,
    name: "dinghy",
    owner: boats,
    archived: true,
    description: "No longer afloat",
    license: referenceLicenses.mit,
  },
  { id: 303, name: "frigate", owner: boats, language: "Rust", stars: 5 },
  { id: 304, name: "raft", owner: boats, language: "Go", license: referenceLicenses.apache },
];

const languages = ["TypeScript", "Rust", null, "Python"] as const;
const rights = [referenceLicenses.mit, null, referenceLicenses.apache] as const;

function lamp(index: number): RepositorySeed {
  const number = String(index + 1).padStart(2, "0");
  return {
    id: 401 + index,
    name: `lamp-${number}`,
    owner: lighthouse,
    description: index % 4 === 3 ? null : `Keeps lamp ${number} burning`,
    homepage: index % 3 === 0 ? `https://lamp-${number}.example` : null,
    language: languages[index % languages.length] ?? null,
    license: rights[index % rights.length] ?? null,
    stars: (index * 13) % 50,
    updatedAt: `2024-02-${String((index % 28) + 1).padStart(2, "0")}T06:00:00Z`,
  };
}

/**
 * Makes the default world of a server: three users, two organizations, 45 repositories. `lighthouse` has 36 of them
 * (two pages at the default size), and one of ada's three is private.
 */
export function smallWorld(): ReferenceWorld {
  const seeds = [...byHand, ...Array.from({ length: 36 }, (_, index) => lamp(index))];
  const publicRepos = (seed: AccountSeed): number => seeds.filter((one) => one.owner === seed && !one.private).length;
  const accounts = [ada, grace, quiet, lighthouse, boats].map((seed) =>
    account({ ...seed, publicRepos: publicRepos(seed) }),
  );
  return {
    accounts: Object.fromEntries(accounts.map((one) => [one.login, one])),
    repositories: seeds.map(repository),
    visibleTo: Object.fromEntries(
      seeds.filter((one) => one.private).map((one) => [`${one.owner.login}/${one.name}`, "repo"]),
    ),
    zen,
  };
}

/** The answers to `/zen`, in turn. */
export const zen: readonly string[] = [
  "Small steps still arrive.",
  "Name the thing, then build it.",
  "A quiet log is a kind log.",
  "Delete before you decorate.",
  "Yesterday's shortcut is today's detour.",
  "Let the test speak first.",
  "Two clear lines beat one clever one.",
  "Leave the door as you found it.",
  "What never changes needs no clock.",
  "Ask once, listen twice.",
  "An honest error saves an evening.",
  "Order is a gift to the reader.",
  "Rest is part of the work — even for servers.",
];

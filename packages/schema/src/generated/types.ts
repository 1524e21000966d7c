// Generated from schemas/*.json by `npm run generate -w @tapedeck/schema`; change the schema, not this file.

/** An account as other records show it: the owner or the organization of a repository (contract 2.3). Required is what 2.1 shows of every account, except what published short records of organizations lack: the gravatar id, and in one its own address. */
export interface Account {
  /** The account's name (2.1, 2.3). */
  login: string;
  /** Numeric id of the account (2.1, 2.3). */
  id: number;
  /** Opaque global id (2.1, 2.3). */
  node_id: string;
  /** Where the account's picture is (2.1, 2.3). */
  avatar_url: string;
  /** Id of a picture kept elsewhere; often the empty string (2.1, 2.3). */
  gravatar_id?: string;
  /** This account in the API (2.1, 2.3). */
  url?: string;
  /** This account on the web (2.3). */
  html_url?: string;
  /** Who follows the account (2.3). */
  followers_url?: string;
  /** Whom the account follows; a URI template that ends in `{/other_user}` (2.3). */
  following_url?: string;
  /** Its gists; a URI template that ends in `{/gist_id}` (2.3). */
  gists_url?: string;
  /** What it starred; a URI template that ends in `{/owner}{/repo}` (2.3). */
  starred_url?: string;
  /** What it watches (2.3). */
  subscriptions_url?: string;
  /** The organizations it belongs to (2.3). */
  organizations_url?: string;
  /** Its repositories (2.3). */
  repos_url?: string;
  /** Its events; a URI template that ends in `{/privacy}` (2.3). */
  events_url?: string;
  /** The events it received (2.3). */
  received_events_url?: string;
  /** What kind of account: User, Organization and Bot are known so far, and any other is let through (2.3). */
  type?: string;
  /** Whether the account administers the whole site (2.3). */
  site_admin?: boolean;
  [k: string]: unknown;
}

/** What is known of an HTTP API, beside the recordings of its origin. A file of our own, so an unknown key is a typo and is refused. */
export interface ApiFile {
  /** Where an editor finds this schema. */
  $schema?: string;
  /** What to call the API. */
  name?: string;
  /** The API to start from: `plain`, of which nothing is known, or `service`, `github`, `city-counts`. Every key here changes one thing about it. */
  extends?: string;
  /** Scheme, host and port of the services that this describes. */
  origins?: string[];
  /** Path of an OpenAPI document, 3.0 or 3.1, JSON or YAML, relative to this file: its operations, parameters, security and schemas are read. */
  openapi?: string;
  /** What OpenAPI cannot say, by operationId. */
  operations?: {
    /** One operation. */
    [k: string]: {
      /** The method, of an operation that the document lacks: GET unless this says otherwise. */
      method?: string;
      /** The path template, of an operation that the document lacks. */
      path?: string;
      /** The operationId whose parameters and responses it shares. */
      like?: string;
      /** What comes after the last recorded answer: it again, the first, or none. */
      sequence?: "stay" | "cycle" | "end";
      /** Whether every caller gets the same. */
      sameForEveryone?: boolean;
      /** Whether a credential is needed. */
      credential?: "none" | "optional" | "required";
    };
  };
  /** The path below which the live API was recorded, and which recordings leave out. */
  base?: string;
  /** What may stand before every path. */
  prefixes?: string[];
  /** Whether `//users/ada/` is `/users/ada`: exact unless this says otherwise. */
  slashes?: "exact" | "lenient";
  /**
   * How a caller names itself; the first form that a request has counts.
   *
   * Items: One form.
   */
  credentials?: {
    /** The word before the credential in `Authorization`. */
    scheme?: string;
    /** The name of a header. */
    header?: string;
    /** The name of a query parameter. */
    query?: string;
    /** The name of a cookie. */
    cookie?: string;
  }[];
  /** A rate limit that is simulated, in place of the one that is extended: a scheme, or what differs from a preset. */
  rateLimits?: {
    [k: string]: unknown;
  };
  /** A limit that is simulated; null for none. */
  rateLimit?: {
    /** Requests in a window: for `anonymous`, for any `token`, or for one account. */
    limits?: {
      /** How many there are: whole, never negative (2.2). */
      [k: string]: number;
    };
    /** Length of a window. */
    windowSeconds?: number;
    /** By how many seconds the advertised end of a window is off at most; the window itself stays. */
    resetJitterSeconds?: number;
    /** How a caller is refused that has nothing left. */
    refusal?: {
      /** The status of the refusal. */
      status?: 403 | 429;
      /** Whether the refusal says how long to wait. */
      retryAfter?: boolean;
    };
    /** How fast one may ask, beside the limit of the window; null for as fast as one likes. */
    secondary?: {
      /** So many requests */
      requests: number;
      /** in so many seconds. */
      seconds: number;
      /** The status of the refusal: 403 unless this says otherwise. */
      status?: 403 | 429;
      /** Whether the refusal says how long to wait. */
      retryAfter?: boolean;
    } | null;
    /** What a 304 costs. */
    notModifiedCost?: {
      /** Without a credential. */
      anonymous?: 0 | 1;
      /** With one. */
      token?: 0 | 1;
    };
    /** The names of the headers that tell how a caller stands. */
    headers?: {
      /** Requests in a window. */
      limit?: string;
      /** Requests left. */
      remaining?: string;
      /** The end of the window, epoch seconds. */
      reset?: string;
      /** Requests spent. */
      used?: string;
    };
    /** The path that tells it in a body, at no cost; null for none. */
    overview?: {
      /** The path. */
      path: string;
    } | null;
  } | null;
  /** Lists that come a page at a time; null where they are answered as recorded. */
  paging?: {
    /** Pages are counted from 1. */
    style?: "page";
    /** The parameter that counts pages. */
    page: string;
    /** The parameter that says how many items a page has. */
    size: string;
    /** Items on a page where a request does not say. */
    default?: number;
    /** As many items as a page may have. */
    max?: number;
  } | null;
  /** What the API itself says; a case that is not here is a miss. */
  errors?: {
    /** A credential is needed, and none was sent. */
    unauthenticated?: {
      /** The status. */
      status: number;
      /** Headers beside the API's own; `{allow}`, `{length}` and other words are filled in. */
      headers?: {
        [k: string]: string;
      };
      /** JSON; `{words}` in its texts are filled in. */
      body?: {
        [k: string]: unknown;
      };
    } | null;
    /** The credential is malformed, or unknown where known ones are configured. */
    badCredentials?: {
      /** The status. */
      status: number;
      /** Headers beside the API's own; `{allow}`, `{length}` and other words are filled in. */
      headers?: {
        [k: string]: string;
      };
      /** JSON; `{words}` in its texts are filled in. */
      body?: {
        [k: string]: unknown;
      };
    } | null;
    /** What no tape has, with misses as the API's 404. */
    notFound?: {
      /** The status. */
      status: number;
      /** Headers beside the API's own; `{allow}`, `{length}` and other words are filled in. */
      headers?: {
        [k: string]: string;
      };
      /** JSON; `{words}` in its texts are filled in. */
      body?: {
        [k: string]: unknown;
      };
    } | null;
    /** The path is listed, and the method is not; `{allow}` lists those that are. */
    methodNotAllowed?: {
      /** The status. */
      status: number;
      /** Headers beside the API's own; `{allow}`, `{length}` and other words are filled in. */
      headers?: {
        [k: string]: string;
      };
      /** JSON; `{words}` in its texts are filled in. */
      body?: {
        [k: string]: unknown;
      };
    } | null;
    /** A path parameter has none of the values there are; `{value}` and `{values}` are filled in. */
    unknownValue?: {
      /** The status. */
      status: number;
      /** Headers beside the API's own; `{allow}`, `{length}` and other words are filled in. */
      headers?: {
        [k: string]: string;
      };
      /** JSON; `{words}` in its texts are filled in. */
      body?: {
        [k: string]: unknown;
      };
    } | null;
    /** A range beyond the end; `{length}` is filled in. */
    rangeNotSatisfiable?: {
      /** The status. */
      status: number;
      /** Headers beside the API's own; `{allow}`, `{length}` and other words are filled in. */
      headers?: {
        [k: string]: string;
      };
      /** JSON; `{words}` in its texts are filled in. */
      body?: {
        [k: string]: unknown;
      };
    } | null;
    /** The limit is used up; `{who}` and `{wait}` are filled in. */
    rateLimited?: {
      /** The status. */
      status: number;
      /** Headers beside the API's own; `{allow}`, `{length}` and other words are filled in. */
      headers?: {
        [k: string]: string;
      };
      /** JSON; `{words}` in its texts are filled in. */
      body?: {
        [k: string]: unknown;
      };
    } | null;
    /** Requests came too fast. */
    secondaryLimited?: {
      /** The status. */
      status: number;
      /** Headers beside the API's own; `{allow}`, `{length}` and other words are filled in. */
      headers?: {
        [k: string]: string;
      };
      /** JSON; `{words}` in its texts are filled in. */
      body?: {
        [k: string]: unknown;
      };
    } | null;
  };
  /** Headers of every response that is made and not recorded; null takes one away. */
  headers?: {
    [k: string]: string | null;
  };
  /** How a browser's preflight is answered; null where it has to be recorded. */
  preflight?: {
    /** The methods that are allowed. */
    methods?: string[];
    /** The headers that are allowed where the preflight names none. */
    headers?: string;
    /** How long a browser may keep the answer. */
    maxAgeSeconds?: number;
  } | null;
  /** The header that numbers answers; null for none. */
  requestId?: {
    /** Its name. */
    header: string;
    /** Its value; `{n}` stands for the count. */
    value: string;
  } | null;
  /** Whether a response to a credential may be cached for its holder alone. */
  privateWithCredential?: boolean;
  /**
   * What does not tell requests apart.
   *
   * Items: For some paths.
   */
  match?: {
    /** Paths: `*` is within a segment, `**` anything. */
    path: string;
    /** `query.t`, `header.x-key`, `cookie.sid`, `body`, `body:/meta/requestId`, `body:generated`. */
    ignore: string[];
  }[];
  /** What is hidden beyond the defaults, in recordings and in requests alike. */
  redact?: {
    /** Of headers, cookies, parameters and fields whose values are hidden. */
    names?: string[];
    /** Of headers whose values are hidden. */
    headers?: string[];
    /** Of cookies whose values are hidden. */
    cookies?: string[];
    /** Of parameters of queries and forms whose values are hidden. */
    parameters?: string[];
    /** Of members of JSON whose values are hidden. */
    fields?: string[];
    /** Formats of tokens: the kind that the placeholder says, and a regular expression. */
    shapes?: {
      [k: string]: string;
    };
    /** Names, and kinds of token formats, that stay. */
    keep?: string[];
    /** Kinds whose placeholder has the shape of the value, for clients that check it. */
    shaped?: "jwt"[];
    [k: string]: unknown;
  };
}

/** How many cyclists there are in a city: a bare number (contract 2.5, endpoint B1; its form is our decision). */
export type CityCount = number;

/** What the service says when it does not answer (contract 7 shows none; the decisions on errors give these two fields). */
export interface ErrorBody {
  /** What went wrong, for a person (7 shows none). */
  message: string;
  /** Where to read more; ends in #rate-limiting where the limit refused (7 shows none). */
  documentation_url: string;
  [k: string]: unknown;
}

/** The license of a repository (contract 2.4). */
export interface License {
  /** Short name in lower case (2.4). */
  key: string;
  /** Full name (2.4). */
  name: string;
  /** Name in the SPDX list; NOASSERTION where it has none (2.4). */
  spdx_id: string;
  /** This license in the API; null where the text is the repository's own (2.4). */
  url: string | null;
  /** Opaque global id (2.4). */
  node_id: string;
  [k: string]: unknown;
}

/** The caller's own account (contract 2.1, endpoint 3): the user, and what the service tells only the person. Which of it is there depends on the scope of the token (5), so nothing more is required. */
export interface OwnUser extends User {
  /** Where notifications go (2.1, a further field). */
  notification_email?: string | null;
  /** How many private gists the caller owns (2.1, a further field). */
  private_gists?: number;
  /** How many private repositories the caller can reach (2.1, a further field). */
  total_private_repos?: number;
  /** How many private repositories the caller owns (2.1, a further field). */
  owned_private_repos?: number;
  /** Size of the caller's repositories, in kilobytes (2.1, a further field). */
  disk_usage?: number;
  /** How many others work on the caller's private repositories (2.1, a further field). */
  collaborators?: number;
  /** Whether a second factor is asked for (2.1, a further field). */
  two_factor_authentication?: boolean;
  /** What the caller pays for (2.1, a further field). */
  plan?: AccountPlan;
  [k: string]: unknown;
}

/** What an account pays for (2.1, a further field). */
export interface AccountPlan {
  /** What the plan is called. */
  name: string;
  /** Space, in kilobytes. */
  space?: number;
  /** How many private repositories it allows. */
  private_repos?: number;
  /** How many collaborators it allows. */
  collaborators?: number;
  [k: string]: unknown;
}

/** What to record: a list of requests, asked in order. A file of our own, so an unknown key is a typo and is refused. */
export interface Plan {
  /** Where an editor finds this schema. */
  $schema?: string;
  /** What to call the recording. */
  name?: string;
  /** The steps, asked in this order. */
  requests: PlanStep[];
}

/** One request, or one for each value of its placeholders. */
export interface PlanStep {
  /** What to ask for, from the first slash; {placeholders} take their values from `for`, or from an item of `each`. */
  path: string;
  /** Query parameters by name. */
  query?: {
    [k: string]: string | number | boolean;
  };
  /** Who asks: `anonymous`, or the alias of a credential. By default the alias given on the command line, or `anonymous`. */
  as?: string;
  /** GET by default. A POST, PATCH or LOCK that meets an error of the service is not sent again. */
  method?:
    | "GET"
    | "HEAD"
    | "OPTIONS"
    | "POST"
    | "PUT"
    | "PATCH"
    | "DELETE"
    | "PROPFIND"
    | "PROPPATCH"
    | "MKCOL"
    | "MKCALENDAR"
    | "COPY"
    | "MOVE"
    | "LOCK"
    | "UNLOCK"
    | "REPORT"
    | "SEARCH"
    | "QUERY"
    | "PURGE";
  /** What to send: a text as it stands, anything else as JSON. {placeholders} of `for` and `each` in its texts take their values; other braces stay. */
  body?:
    | {
        [k: string]: unknown;
      }
    | unknown[]
    | string
    | number
    | boolean
    | null;
  /** Further request header fields by name. */
  headers?: {
    [k: string]: string;
  };
  /** How often to ask: for routes whose answer changes from one time to the next. */
  times?: number;
  /** How many pages to follow, along rel=next of `Link` or the address that a JSON body gives its next page: a number, or `all`. */
  pages?: "all" | number;
  /** Ask again with If-None-Match, to record the 304 too. */
  revalidate?: boolean;
  /** Ask until the rate limit refuses and keep the refusal alone. Such a step comes last. */
  exhaust?: boolean;
  /** The values of each placeholder; the step is asked once for each of them. */
  for?: {
    [k: string]: (string | number)[];
  };
  /** A list to ask for first, all its pages: the step is then asked once for each of its items. {placeholders} that `for` has no values for take the item's members, such as {name} or {owner.login}. */
  each?: string;
  /** For the next reader; nothing reads it. */
  note?: string;
}

/** The body of /rate_limit: every bucket of the caller (contract 8 has the numbers, the decisions on the rate limit the form). used + remaining = limit holds in each, which no schema can say. */
export interface RateLimitOverview {
  /** The buckets by name (8). */
  resources: {
    /** The bucket that the routes of the contract spend from (8). */
    core: RateLimitBucket;
    [k: string]: RateLimitBucket;
  };
  /** The core bucket once more, under its older name. */
  rate: RateLimitBucket;
  [k: string]: unknown;
}

/** What may be asked in a window, and what is left of it (contract 8). */
export interface RateLimitBucket {
  /** Requests allowed in the window. */
  limit: number;
  /** Requests spent. */
  used: number;
  /** Requests left. */
  remaining: number;
  /** When the window ends, in seconds since the epoch. */
  reset: number;
  [k: string]: unknown;
}

/** The four header fields that tell every caller where the limit stands (contract 8), by their names in lower case. */
export interface RateLimitHeaders {
  /** Requests allowed in the window: 60, or 5000 with a credential (4.1, 8). */
  "x-ratelimit-limit": string;
  /** Requests left in the window (4.1, 8). */
  "x-ratelimit-remaining": string;
  /** Requests spent in the window (4.1, 8). */
  "x-ratelimit-used": string;
  /** When the window ends, in seconds since the epoch (4.1, 8). */
  "x-ratelimit-reset": string;
  [k: string]: unknown;
}

/** The answer of a list route: repository items, in the order of the service (contract, endpoints 5 to 7). */
export type Repositories = RepositoryItem[];

/** A single repository (contract 2.2, endpoint 4): the list item, with the counts and fields that only the single answer has. */
export interface Repository extends RepositoryItem {
  /** The same number under its oldest name; some list items lack it (2.2). */
  watchers: number;
  /** The same number under its older name; some list items lack it (2.2). */
  forks: number;
  /** The same number under its older name; some list items lack it (2.2). */
  open_issues: number;
  /** Its license (2.4), null where it has none; some list items lack the field. */
  license: License | null;
  /** How many repositories its network of forks has (2.2). */
  network_count: number;
  /** How many watch it (2.2). */
  subscribers_count: number;
  /** The organization that owns it (2.3); absent or null where a user does. */
  organization?: Account | null;
  [k: string]: unknown;
}

/** A repository as a list shows it (contract 2.2, endpoints 5 to 7). Required is every field of the table in 2.2 except those that recorded list items lack. */
export interface RepositoryItem {
  /** Numeric id of the repository (2.2). */
  id: number;
  /** Opaque global id (2.2). */
  node_id: string;
  /** Short name (2.2). */
  name: string;
  /** The owner's login, a slash, the short name (2.2). */
  full_name: string;
  /** False for a public repository (2.2). */
  private: boolean;
  /** Whose it is (2.3). */
  owner: Account;
  /** The repository on the web (2.2). */
  html_url: string;
  /** What it is about, in the owner's words (2.2). */
  description: string | null;
  /** Whether it was forked from another (2.2). */
  fork: boolean;
  /** This repository in the API (2.2). */
  url: string;
  /** Its forks (2.2). */
  forks_url: string;
  /** Its deploy keys; a URI template, as in `…/keys{/key_id}` (2.2). */
  keys_url: string;
  /** Who works on it; a URI template, as in `…/collaborators{/collaborator}` (2.2). */
  collaborators_url: string;
  /** The teams that may work on it (2.2). */
  teams_url: string;
  /** Its web hooks (2.2). */
  hooks_url: string;
  /** What happened to its issues; a URI template, as in `…/issues/events{/number}` (2.2). */
  issue_events_url: string;
  /** What happened in it (2.2). */
  events_url: string;
  /** Whom issues can be given to; a URI template, as in `…/assignees{/user}` (2.2). */
  assignees_url: string;
  /** Its branches; a URI template, as in `…/branches{/branch}` (2.2). */
  branches_url: string;
  /** Its tags (2.2). */
  tags_url: string;
  /** Git blobs; a URI template, as in `…/git/blobs{/sha}` (2.2). */
  blobs_url: string;
  /** Git tag objects; a URI template, as in `…/git/tags{/sha}` (2.2). */
  git_tags_url: string;
  /** Git references; a URI template, as in `…/git/refs{/sha}` (2.2). */
  git_refs_url: string;
  /** Git trees; a URI template, as in `…/git/trees{/sha}` (2.2). */
  trees_url: string;
  /** Commit statuses; a URI template, as in `…/statuses/{sha}` (2.2). */
  statuses_url: string;
  /** Bytes per language (2.2). */
  languages_url: string;
  /** Who starred it (2.2). */
  stargazers_url: string;
  /** Who contributed (2.2). */
  contributors_url: string;
  /** Who watches it (2.2). */
  subscribers_url: string;
  /** The caller's own watching (2.2). */
  subscription_url: string;
  /** Its commits; a URI template, as in `…/commits{/sha}` (2.2). */
  commits_url: string;
  /** Git commit objects; a URI template, as in `…/git/commits{/sha}` (2.2). */
  git_commits_url: string;
  /** Comments on commits; a URI template, as in `…/comments{/number}` (2.2). */
  comments_url: string;
  /** Comments on issues; a URI template, as in `…/issues/comments{/number}` (2.2). */
  issue_comment_url: string;
  /** Files; a URI template, as in `…/contents/{+path}` (2.2). */
  contents_url: string;
  /** Two commits compared; a URI template, as in `…/compare/{base}...{head}` (2.2). */
  compare_url: string;
  /** Where branches are merged (2.2). */
  merges_url: string;
  /** The files as an archive; a URI template, as in `…/{archive_format}{/ref}` (2.2). */
  archive_url: string;
  /** Its downloads (2.2). */
  downloads_url: string;
  /** Its issues; a URI template, as in `…/issues{/number}` (2.2). */
  issues_url: string;
  /** Its pull requests; a URI template, as in `…/pulls{/number}` (2.2). */
  pulls_url: string;
  /** Its milestones; a URI template, as in `…/milestones{/number}` (2.2). */
  milestones_url: string;
  /** The caller's notifications; a URI template, as in `…/notifications{?since,all,participating}` (2.2). */
  notifications_url: string;
  /** Its labels; a URI template, as in `…/labels{/name}` (2.2). */
  labels_url: string;
  /** Its releases; a URI template, as in `…/releases{/id}` (2.2). */
  releases_url: string;
  /** Its deployments (2.2). */
  deployments_url: string;
  /** When it was made; in UTC, ending in Z (2.2). */
  created_at: string;
  /** When its record last changed; in UTC, ending in Z (2.2). */
  updated_at: string;
  /** When commits last came in, in UTC, ending in Z; null before the first (2.2). */
  pushed_at: string | null;
  /** Address for the git protocol (2.2). */
  git_url: string;
  /** Address for git over SSH; not a URL (2.2). */
  ssh_url: string;
  /** Address for git over HTTPS (2.2). */
  clone_url: string;
  /** Address for Subversion (2.2). */
  svn_url: string;
  /** A web page of its own; null or the empty string where it has none (2.2). */
  homepage: string | null;
  /** Size in kilobytes (2.2). */
  size: number;
  /** How many starred it (2.2). */
  stargazers_count: number;
  /** The same number under its older name (2.2). */
  watchers_count: number;
  /** The same number under its oldest name; some list items lack it (2.2). */
  watchers?: number;
  /** How many forks it has (2.2). */
  forks_count: number;
  /** The same number under its older name; some list items lack it (2.2). */
  forks?: number;
  /** How many issues are open (2.2). */
  open_issues_count: number;
  /** The same number under its older name; some list items lack it (2.2). */
  open_issues?: number;
  /** The main programming language. Never absent by the decisions, yet the vendor's own published example of a repository lacks it, so it is not required (2.2). */
  language?: string | null;
  /** Whether issues are switched on (2.2). */
  has_issues: boolean;
  /** Whether project boards are switched on (2.2). */
  has_projects: boolean;
  /** Whether downloads are switched on (2.2). */
  has_downloads: boolean;
  /** Whether the wiki is switched on (2.2). */
  has_wiki: boolean;
  /** Whether pages are published from it (2.2). */
  has_pages: boolean;
  /** Whether it is read-only for good (2.2). */
  archived: boolean;
  /** Whether the service switched it off (2.2). Absent from records of older services on premises. */
  disabled?: boolean;
  /** Where it is mirrored from (2.2). */
  mirror_url: string | null;
  /** A short-lived credential for cloning; null or the empty string for most callers (2.2). */
  temp_clone_token?: string | null;
  /** The branch that is shown first (2.2). */
  default_branch: string;
  /** Its license (2.4), null where it has none; some list items lack the field. */
  license?: License | null;
  [k: string]: unknown;
}

/** The header fields of a successful JSON answer (contract 4.1), by their names in lower case. The vendor word stands inside two names, so those are known by their ends. */
export interface ResponseHeaders extends RateLimitHeaders {
  /** JSON, in UTF-8 (4.1). */
  "content-type": string;
  /** What the server calls itself (4.1). */
  server?: string;
  /** Who may keep the answer and for how long (4.1). */
  "cache-control": string;
  /** The request header fields that the answer depends on (4.1). */
  vary?: string;
  /** Names this version of the answer. The contract shows weak ones; the live service sends strong ones too where it does not compress (4.1). */
  etag: string;
  /** When the record last changed (4.1). */
  "last-modified"?: string;
  /** The header fields that a script in a browser may read (4.1). */
  "access-control-expose-headers"?: string;
  /** Which origins may read the answer (4.1). */
  "access-control-allow-origin"?: string;
  /** How long to insist on HTTPS (4.1). */
  "strict-transport-security"?: string;
  /** Whether the answer may be framed (4.1). */
  "x-frame-options"?: string;
  /** Whether the type may be guessed (4.1). */
  "x-content-type-options"?: string;
  /** What an old browser's filter should do (4.1). */
  "x-xss-protection"?: string;
  /** What a link away may tell (4.1). */
  "referrer-policy"?: string;
  /** What the answer may load (4.1). */
  "content-security-policy"?: string;
  /** Whether a part can be asked for (4.1). */
  "accept-ranges"?: string;
  /** Size of the body in bytes (4.1). */
  "content-length"?: string;
  /** When the answer was made (4.1). */
  date: string;
  [k: string]: unknown;
}

/** An account asked for by name, or the caller's own (contract 2.1, endpoints 2 and 3): the account of 2.3 and what its profile tells. */
export interface User extends Account {
  /** Id of a picture kept elsewhere; often the empty string (2.1, 2.3). */
  gravatar_id: string;
  /** This account in the API (2.1, 2.3). */
  url: string;
  /** The name to show (2.1, a further field). */
  name?: string | null;
  /** Where the person works (2.1, a further field). */
  company?: string | null;
  /** A web page of their own; may be the empty string (2.1, a further field). */
  blog?: string | null;
  /** Where the person lives, in their own words (2.1, a further field). */
  location?: string | null;
  /** The public address (2.1, a further field). */
  email?: string | null;
  /** Whether the person is open to offers (2.1, a further field). */
  hireable?: boolean | null;
  /** A few words about the person (2.1, a further field). */
  bio?: string | null;
  /** Their name on another network (2.1, a further field). */
  twitter_username?: string | null;
  /** How many public repositories the account owns (2.1, a further field). */
  public_repos?: number;
  /** How many public gists the account owns (2.1, a further field). */
  public_gists?: number;
  /** How many follow the account (2.1, a further field). */
  followers?: number;
  /** How many the account follows (2.1, a further field). */
  following?: number;
  /** When the account was made; in UTC, ending in Z (2; a further field of 2.1). */
  created_at?: string;
  /** When the account last changed; in UTC, ending in Z (2; a further field of 2.1). */
  updated_at?: string;
  [k: string]: unknown;
}

/** One short line of plain text, and not JSON (contract 4, endpoint 1). */
export type Zen = string;

// Generated from schemas/files/rate-limit-scheme.json by `npm run generate -w @tapedeck/rate-limit`; change the schema, not this file.
import type { JsonShape } from "../scheme/check-shape.ts";

/** A cost, for everyone or separately for callers without and with a credential. */
export type Price = number | {
  /** Without a credential. */
  readonly anonymous: number;
  /** With one. */
  readonly token: number;
};

/** Which requests a policy counts: those that fulfil every given condition. */
export interface Condition {
  /** One of these methods. */
  readonly methods?: readonly string[];
  /** One of these operation ids. */
  readonly operations?: readonly string[];
  /** Path templates: `*` and `{name}` stand for one segment, `**` at the end for any number. */
  readonly paths?: readonly string[];
  /** Whether the caller has a credential. */
  readonly credential?: boolean;
}

/** How a request is refused. */
export interface Refusal {
  /** The status: 200 where the body is the error. */
  readonly status: number;
  /** Whether the service was observed to refuse so; otherwise its publisher says so, or services with the same dialect do. */
  readonly seen?: boolean;
  /** How `retry-after` is written. Default: it is not sent. */
  readonly retryAfter?: "delta" | "delta-decimal" | "http-date";
  /** Further headers, by their names in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Media type of the body. Default: `application/json`, or none if a refusal without one was observed. */
  readonly contentType?: string;
  /** A template: `{{policy}}`, `{{limit}}`, `{{who}}`, `{{retryAfter}}`, `{{wait}}` (in words), `{{reset}}`, `{{required}}`, `{{reason}}`, `{{global}}`. */
  readonly body?: string;
}

/** A limit. Several policies apply at once, and all must allow. */
export interface Policy {
  /** What it is called in buckets, and in dialects that tell names. */
  readonly name: string;
  /** What it counts. Default: `requests`. */
  readonly unit?: Unit;
  /** What splits it into buckets. Empty, or none: one bucket for everyone. */
  readonly partition?: readonly PartitionKey[];
  /** How it counts. */
  readonly algorithm: Algorithm;
  /** Limits of single accounts, of all others with a credential (`token`), of those without one (`anonymous`). */
  readonly limits?: Readonly<Record<string, number>>;
  /** What a request costs. Default: 1. */
  readonly cost?: Cost;
  /** Which requests it counts: all of them otherwise. */
  readonly when?: Condition;
  /** Which requests it does not count. */
  readonly unless?: Condition;
  /** The charge for a refused request (by whichever policy), and how long everything is refused after an excess. */
  readonly onRefusal?: {
    /** What a refused request costs, whichever policy refuses it. */
    readonly charge?: number;
    /** For how long everything is refused after an excess. */
    readonly blockSeconds?: number;
  };
  /** Whether it is enforced and never advertised. */
  readonly hidden?: boolean;
  /** Whom it limits, as a dialect tells it: `global`. */
  readonly scope?: string;
  /** Why it refuses, as a dialect tells it. */
  readonly reason?: string;
  /** In place of the scheme's. */
  readonly refusal?: Refusal;
}

/** How a policy counts. Limits are in the policy's unit, times in seconds. */
export type Algorithm = {
  /** So much in a window: remaining + used = limit. */
  readonly kind: "fixed-window";
  /** How much is allowed. */
  readonly limit: number;
  /** The length of a window. */
  readonly seconds: number;
  /** What opens a window: the first request, otherwise. */
  readonly opens?: "first-request" | "clock";
} | {
  /** So much in a period of the calendar. */
  readonly kind: "fixed-window";
  /** How much is allowed. */
  readonly limit: number;
  /** The calendar opens a window. */
  readonly opens: "calendar";
  /** The period of the calendar. */
  readonly period: CalendarPeriod;
  /** The calendar's time zone, as the IANA names it: UTC otherwise. */
  readonly zone?: string;
} | {
  /** So much in any so many seconds; each charge is remembered. */
  readonly kind: "sliding-log";
  /** How much is allowed. */
  readonly limit: number;
  /** The length of a window. */
  readonly seconds: number;
} | {
  /** The same by an estimate of two numbers, for large limits. */
  readonly kind: "sliding-counter";
  /** How much is allowed. */
  readonly limit: number;
  /** The length of a window. */
  readonly seconds: number;
} | {
  /** At most capacity + rate · t in any t seconds. */
  readonly kind: "token-bucket";
  /** How much the bucket holds. */
  readonly capacity: number;
  /** How much it gets back in a second. */
  readonly refillPerSecond: number;
} | {
  /** The same, seen from the other side. */
  readonly kind: "leaky-bucket";
  /** How much the bucket holds. */
  readonly capacity: number;
  /** How much it loses in a second. */
  readonly leakPerSecond: number;
} | {
  /** So much in flight at once. */
  readonly kind: "concurrency";
  /** How much is allowed. */
  readonly limit: number;
  /** For how long a request holds its place at most, if its end is never told. Default: 3600. */
  readonly leaseSeconds?: number;
};

/** The cost of a request. A later rule of this list overrides an earlier one. */
export interface Cost {
  /** Default: 1. */
  readonly default?: Price;
  /** By method. */
  readonly byMethod?: Readonly<Record<string, Price>>;
  /** By operation id; without one, by method and path (`GET /things`). */
  readonly byOperation?: Readonly<Record<string, Price>>;
  /** For each byte of the request's body, rounded up. */
  readonly perByte?: number;
  /** JSON pointer into the request's body: added to `perByte`. */
  readonly request?: string;
  /** JSON pointer into the response's body: replaces the other costs once it is known; the difference is refunded. */
  readonly response?: string;
  /** By status (`304`) or its class (`5xx`). */
  readonly byStatus?: Readonly<Record<string, Price>>;
  /** The quota that must be left for a request to be allowed, or a JSON pointer to it in the response. Default: its cost. */
  readonly requires?: number | string;
}

/** Something that is told of a policy: a header, or a member of a JSON body. */
export interface Told {
  /** In lower case. `{policy}` stands for the name of each policy in turn. */
  readonly header?: string;
  /** JSON pointer into the body, instead of a header. */
  readonly pointer?: string;
  /** The policy. Default: the one that refuses, else the one with the smallest share left. */
  readonly policy?: string;
  /** What is told. */
  readonly value: ToldValue;
  /** How it is written. */
  readonly form: Form;
  /** When it is told. Default: `always`. */
  readonly when?: When;
  /** For a header with several values, its text: `{{remaining}}`, or `{{NAME.used}}` of a certain policy, stand for its `limit`, `remaining`, `used`, `remaining%`, `used%` and its reset in any form (`{{delta}}`, `{{epoch}}`). */
  readonly template?: string;
  /** Seconds by which a reset is told alternately late and early. Default: 0. */
  readonly jitter?: number;
  /** Whether structured items name the partition (`pk`), by a hash of it. Default: false. */
  readonly partitionKey?: boolean;
}

/** The unit in which a policy counts. */
export type Unit = "requests" | "points" | "tokens" | "content-bytes" | "concurrent-requests";

/** The key that partitions a policy into buckets. `account` and `credential` fall back to the address of a caller without a credential; without an `operation` it is the method and the path. `param:x` is a path parameter, `header:x` a request header, and `body:/x` a value in the JSON body. */
export type PartitionKey = "address" | "account" | "credential" | "app" | "operation" | "method" | `param:${string}` | `header:${string}` | `body:${string}`;

export type CalendarPeriod = "minute" | "hour" | "day" | "week" | "month";

/** The meaning of a header or of a member of the body. */
export type ToldValue = "limit" | "remaining" | "used" | "reset" | "retry" | "name" | "bucket" | "scope" | "reason" | "global" | "policies" | "standings" | "template";

/** How a value is written: a count with the window behind it (`20;w=60`), or with all windows (`20, 20;w=60, 90;w=3600`). */
export type Form = "integer" | "integer-window" | "integer-list" | "text" | "epoch" | "epoch-decimal" | "epoch-ms" | "delta" | "delta-decimal" | "delta-ms" | "delta-unit" | "duration" | "http-date" | "js-date" | "rfc3339" | "rfc3339-offset" | "rfc3339-decimal" | "iso-minute" | "structured" | "structured-spaced" | "structured-07" | "template";

/** When something is told; `below:0.2` if less than that share of the limit remains. */
export type When = "always" | "success" | "refused" | `below:${number}`;

/** Where callers look up their limits, free of charge. */
export interface Overview {
  /** The path. */
  readonly path: string;
  /** The policy that `rate` repeats. */
  readonly rate: string;
}

/** A rate limit: what is allowed, how it is advertised, and how it refuses. */
export interface RateLimitScheme {
  /** Where an editor finds this schema. */
  readonly $schema?: string;
  /** What to call the scheme; a preset's otherwise. */
  readonly name: string;
  /** Where the limits are documented. */
  readonly source?: string;
  /** The day on which that was read. */
  readonly date?: string;
  /** What is allowed. Several apply at once, and all must allow. */
  readonly policies: readonly Policy[];
  /** How a request is refused. */
  readonly refusal: Refusal;
  /** Where callers look up their limits, free of charge. */
  readonly overview?: Overview;
  readonly tell: readonly Told[];
}

/** A whole scheme, as JSON Schema. */
export const schemeShape: JsonShape = JSON.parse("{\"type\":\"object\",\"additionalProperties\":false,\"required\":[\"name\",\"policies\",\"tell\",\"refusal\"],\"properties\":{\"$schema\":{\"$ref\":\"#/$defs/text\"},\"name\":{\"$ref\":\"#/$defs/text\"},\"source\":{\"$ref\":\"#/$defs/text\"},\"date\":{\"$ref\":\"#/$defs/text\"},\"policies\":{\"type\":\"array\",\"maxItems\":64,\"items\":{\"$ref\":\"#/$defs/policy\"}},\"refusal\":{\"$ref\":\"#/$defs/refusal\"},\"overview\":{\"$ref\":\"#/$defs/overview\"},\"tell\":{\"type\":\"array\",\"maxItems\":256,\"items\":{\"$ref\":\"#/$defs/told\"}}},\"$defs\":{\"text\":{\"type\":\"string\",\"title\":\"text\",\"minLength\":1},\"headerValue\":{\"type\":\"string\",\"title\":\"value of a header\",\"pattern\":\"^[\\\\t\\\\x20-\\\\x7e\\\\x80-\\\\xff]*$\"},\"path\":{\"type\":\"string\",\"title\":\"path that begins with \\\"/\\\", without a query\",\"pattern\":\"^/[^?#]{0,1000}$\"},\"pointer\":{\"type\":\"string\",\"title\":\"JSON pointer\",\"pattern\":\"^(?:/(?:[^~/]|~[01])*){1,32}$\"},\"count\":{\"type\":\"integer\",\"minimum\":0},\"amount\":{\"type\":\"number\",\"minimum\":0},\"price\":{\"anyOf\":[{\"type\":\"number\",\"minimum\":0},{\"type\":\"object\",\"additionalProperties\":false,\"required\":[\"anonymous\",\"token\"],\"properties\":{\"anonymous\":{\"$ref\":\"#/$defs/amount\"},\"token\":{\"$ref\":\"#/$defs/amount\"}}}]},\"condition\":{\"type\":\"object\",\"additionalProperties\":false,\"properties\":{\"methods\":{\"type\":\"array\",\"items\":{\"$ref\":\"#/$defs/text\"},\"maxItems\":64},\"operations\":{\"type\":\"array\",\"items\":{\"$ref\":\"#/$defs/text\"},\"maxItems\":10000},\"paths\":{\"type\":\"array\",\"items\":{\"$ref\":\"#/$defs/path\"},\"maxItems\":1000},\"credential\":{\"type\":\"boolean\"}}},\"refusal\":{\"type\":\"object\",\"additionalProperties\":false,\"required\":[\"status\"],\"properties\":{\"status\":{\"type\":\"integer\",\"minimum\":200,\"maximum\":599,\"title\":\"status from 200 to 599\"},\"seen\":{\"type\":\"boolean\"},\"retryAfter\":{\"enum\":[\"delta\",\"delta-decimal\",\"http-date\"]},\"headers\":{\"type\":\"object\",\"propertyNames\":{\"title\":\"name of a header in lower case\",\"pattern\":\"^[!#$%&'*+.^_`|~0-9a-z-]+$\"},\"additionalProperties\":{\"$ref\":\"#/$defs/headerValue\"}},\"contentType\":{\"$ref\":\"#/$defs/headerValue\"},\"body\":{\"$ref\":\"#/$defs/text\"}}},\"policy\":{\"type\":\"object\",\"additionalProperties\":false,\"required\":[\"name\",\"algorithm\"],\"properties\":{\"name\":{\"type\":\"string\",\"title\":\"name of letters, digits, \\\".\\\", \\\"_\\\" and \\\"-\\\"\",\"pattern\":\"^[A-Za-z0-9][\\\\w.-]{0,63}$\"},\"unit\":{\"$ref\":\"#/$defs/unit\"},\"partition\":{\"type\":\"array\",\"maxItems\":16,\"items\":{\"$ref\":\"#/$defs/partitionKey\"}},\"algorithm\":{\"$ref\":\"#/$defs/algorithm\"},\"limits\":{\"type\":\"object\",\"additionalProperties\":{\"$ref\":\"#/$defs/count\"}},\"cost\":{\"$ref\":\"#/$defs/cost\"},\"when\":{\"$ref\":\"#/$defs/condition\"},\"unless\":{\"$ref\":\"#/$defs/condition\"},\"onRefusal\":{\"type\":\"object\",\"additionalProperties\":false,\"properties\":{\"charge\":{\"$ref\":\"#/$defs/amount\"},\"blockSeconds\":{\"$ref\":\"#/$defs/amount\"}}},\"hidden\":{\"type\":\"boolean\"},\"scope\":{\"$ref\":\"#/$defs/text\"},\"reason\":{\"$ref\":\"#/$defs/text\"},\"refusal\":{\"$ref\":\"#/$defs/refusal\"}}},\"algorithm\":{\"anyOf\":[{\"type\":\"object\",\"additionalProperties\":false,\"required\":[\"kind\",\"limit\",\"seconds\"],\"properties\":{\"kind\":{\"const\":\"fixed-window\"},\"limit\":{\"$ref\":\"#/$defs/count\"},\"seconds\":{\"type\":\"number\",\"exclusiveMinimum\":0},\"opens\":{\"enum\":[\"first-request\",\"clock\"]}}},{\"type\":\"object\",\"additionalProperties\":false,\"required\":[\"kind\",\"limit\",\"opens\",\"period\"],\"properties\":{\"kind\":{\"const\":\"fixed-window\"},\"limit\":{\"$ref\":\"#/$defs/count\"},\"opens\":{\"const\":\"calendar\"},\"period\":{\"$ref\":\"#/$defs/calendarPeriod\"},\"zone\":{\"$ref\":\"#/$defs/text\"}}},{\"type\":\"object\",\"additionalProperties\":false,\"required\":[\"kind\",\"limit\",\"seconds\"],\"properties\":{\"kind\":{\"const\":\"sliding-log\"},\"limit\":{\"type\":\"integer\",\"minimum\":0,\"maximum\":100000,\"title\":\"whole number from 0 to 100000 (of more, take \\\"sliding-counter\\\")\"},\"seconds\":{\"type\":\"number\",\"exclusiveMinimum\":0}}},{\"type\":\"object\",\"additionalProperties\":false,\"required\":[\"kind\",\"limit\",\"seconds\"],\"properties\":{\"kind\":{\"const\":\"sliding-counter\"},\"limit\":{\"$ref\":\"#/$defs/count\"},\"seconds\":{\"type\":\"number\",\"exclusiveMinimum\":0}}},{\"type\":\"object\",\"additionalProperties\":false,\"required\":[\"kind\",\"capacity\",\"refillPerSecond\"],\"properties\":{\"kind\":{\"const\":\"token-bucket\"},\"capacity\":{\"$ref\":\"#/$defs/count\"},\"refillPerSecond\":{\"type\":\"number\",\"exclusiveMinimum\":0}}},{\"type\":\"object\",\"additionalProperties\":false,\"required\":[\"kind\",\"capacity\",\"leakPerSecond\"],\"properties\":{\"kind\":{\"const\":\"leaky-bucket\"},\"capacity\":{\"$ref\":\"#/$defs/count\"},\"leakPerSecond\":{\"type\":\"number\",\"exclusiveMinimum\":0}}},{\"type\":\"object\",\"additionalProperties\":false,\"required\":[\"kind\",\"limit\"],\"properties\":{\"kind\":{\"const\":\"concurrency\"},\"limit\":{\"$ref\":\"#/$defs/count\"},\"leaseSeconds\":{\"type\":\"number\",\"exclusiveMinimum\":0}}}]},\"cost\":{\"type\":\"object\",\"additionalProperties\":false,\"properties\":{\"default\":{\"$ref\":\"#/$defs/price\"},\"byMethod\":{\"type\":\"object\",\"additionalProperties\":{\"$ref\":\"#/$defs/price\"}},\"byOperation\":{\"type\":\"object\",\"additionalProperties\":{\"$ref\":\"#/$defs/price\"}},\"perByte\":{\"$ref\":\"#/$defs/amount\"},\"request\":{\"$ref\":\"#/$defs/pointer\"},\"response\":{\"$ref\":\"#/$defs/pointer\"},\"byStatus\":{\"type\":\"object\",\"propertyNames\":{\"title\":\"status like \\\"304\\\", or a class like \\\"5xx\\\"\",\"pattern\":\"^[1-5](?:\\\\d\\\\d|xx)$\"},\"additionalProperties\":{\"$ref\":\"#/$defs/price\"}},\"requires\":{\"anyOf\":[{\"type\":\"number\",\"minimum\":0},{\"$ref\":\"#/$defs/pointer\"}]}}},\"told\":{\"type\":\"object\",\"additionalProperties\":false,\"required\":[\"value\",\"form\"],\"oneOf\":[{\"required\":[\"header\"]},{\"required\":[\"pointer\"]}],\"allOf\":[{\"if\":{\"properties\":{\"value\":{\"enum\":[\"limit\",\"remaining\",\"used\"]}}},\"then\":{\"properties\":{\"form\":{\"enum\":[\"integer\",\"integer-window\",\"integer-list\"]}}}},{\"if\":{\"properties\":{\"value\":{\"enum\":[\"reset\",\"retry\"]}}},\"then\":{\"properties\":{\"form\":{\"enum\":[\"epoch\",\"epoch-decimal\",\"epoch-ms\",\"delta\",\"delta-decimal\",\"delta-ms\",\"delta-unit\",\"duration\",\"http-date\",\"js-date\",\"rfc3339\",\"rfc3339-offset\",\"rfc3339-decimal\",\"iso-minute\"]}}}},{\"if\":{\"properties\":{\"value\":{\"enum\":[\"name\",\"bucket\",\"scope\",\"reason\",\"global\"]}}},\"then\":{\"properties\":{\"form\":{\"const\":\"text\"}}}},{\"if\":{\"properties\":{\"value\":{\"const\":\"template\"}}},\"then\":{\"required\":[\"header\",\"template\"],\"properties\":{\"form\":{\"const\":\"template\"}}},\"else\":{\"properties\":{\"template\":false}}},{\"if\":{\"properties\":{\"value\":{\"enum\":[\"policies\",\"standings\"]}}},\"then\":{\"properties\":{\"form\":{\"enum\":[\"structured\",\"structured-spaced\",\"structured-07\"]}}}},{\"if\":{\"not\":{\"properties\":{\"form\":{\"enum\":[\"structured\",\"structured-spaced\"]}}}},\"then\":{\"properties\":{\"partitionKey\":{\"title\":\"absent: only items of the form \\\"structured\\\" or \\\"structured-spaced\\\" have one\",\"const\":false}}}}],\"properties\":{\"header\":{\"type\":\"string\",\"title\":\"name of a header in lower case\",\"pattern\":\"^[!#$%&'*+.^_`|~0-9a-z{}-]+$\"},\"pointer\":{\"$ref\":\"#/$defs/pointer\"},\"policy\":{\"$ref\":\"#/$defs/text\"},\"value\":{\"$ref\":\"#/$defs/toldValue\"},\"form\":{\"$ref\":\"#/$defs/form\"},\"when\":{\"$ref\":\"#/$defs/when\"},\"template\":{\"type\":\"string\",\"title\":\"text with {{limit}}, {{remaining}}, {{used}}, {{remaining%}}, {{used%}}, {{delta}} or another form of the reset, after the name of a policy ({{NAME.used}}) or without\",\"pattern\":\"^(?=[^]*\\\\{\\\\{(?:[A-Za-z0-9][\\\\w.-]{0,63}\\\\.)?[a-z0-9-]+%?\\\\}\\\\})[\\\\t\\\\x20-\\\\x7e\\\\x80-\\\\xff]*$\"},\"jitter\":{\"$ref\":\"#/$defs/count\"},\"partitionKey\":{\"type\":\"boolean\"}}},\"unit\":{\"enum\":[\"requests\",\"points\",\"tokens\",\"content-bytes\",\"concurrent-requests\"]},\"partitionKey\":{\"type\":\"string\",\"title\":\"key of a partition: address, account, credential, app, operation, method, param:NAME, header:NAME or body:POINTER\",\"pattern\":\"^(?:address|account|credential|app|operation|method|(?:param|header):.+|body:(?:/(?:[^~/]|~[01])*){1,32})$\"},\"calendarPeriod\":{\"enum\":[\"minute\",\"hour\",\"day\",\"week\",\"month\"]},\"toldValue\":{\"enum\":[\"limit\",\"remaining\",\"used\",\"reset\",\"retry\",\"name\",\"bucket\",\"scope\",\"reason\",\"global\",\"policies\",\"standings\",\"template\"]},\"form\":{\"enum\":[\"integer\",\"integer-window\",\"integer-list\",\"text\",\"epoch\",\"epoch-decimal\",\"epoch-ms\",\"delta\",\"delta-decimal\",\"delta-ms\",\"delta-unit\",\"duration\",\"http-date\",\"js-date\",\"rfc3339\",\"rfc3339-offset\",\"rfc3339-decimal\",\"iso-minute\",\"structured\",\"structured-spaced\",\"structured-07\",\"template\"]},\"when\":{\"type\":\"string\",\"title\":\"\\\"always\\\", \\\"success\\\", \\\"refused\\\" or \\\"below:SHARE\\\"\",\"pattern\":\"^(?:always|success|refused|below:(?:0?\\\\.\\\\d+|1|0))$\"},\"overview\":{\"type\":\"object\",\"additionalProperties\":false,\"required\":[\"path\",\"rate\"],\"properties\":{\"path\":{\"$ref\":\"#/$defs/path\"},\"rate\":{\"$ref\":\"#/$defs/text\"}}}}}");

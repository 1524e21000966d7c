import { placeholder } from "./url-placeholder.ts";

/** A license: contract 2.4. `url` is null for an unknown text. */
export interface LicenseDocument {
  readonly key: string;
  readonly name: string;
  readonly spdx_id: string;
  readonly url: string | null;
  readonly node_id: string;
}

function known(key: string, name: string, spdxId: string): LicenseDocument {
  return {
    key,
    name,
    spdx_id: spdxId,
    url: `${placeholder}/licenses/${key}`,
    node_id: Buffer.from(`License:${key}`).toString("base64"),
  };
}

/**
 * The licenses of the world, by key.
 * @example
 * licenses.mit.spdx_id; // "MIT"
 */
export const referenceLicenses: Readonly<Record<"mit" | "apache" | "other", LicenseDocument>> = {
  mit: known("mit", "MIT License", "MIT"),
  apache: known("apache-2.0", "Apache License 2.0", "Apache-2.0"),
  other: { ...known("other", "Other", "NOASSERTION"), url: null },
};

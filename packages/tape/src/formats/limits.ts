/** Limits for files of other tools, in bytes unless it says otherwise: a larger file is refused by name. */
export const limits: Readonly<Record<"file" | "yaml" | "yamlNodes" | "yamlDepth" | "files", number>> = {
  /** A file, and a file in an archive. */
  file: 256 * 2 ** 20,
  /** A YAML file: its parser takes some fifty times the file's size. */
  yaml: 32 * 2 ** 20,
  /** Nodes of a YAML document, each alias counted with everything that it stands for. */
  yamlNodes: 2_000_000,
  /** Levels of nesting of a YAML document. */
  yamlDepth: 100,
  /** Files of a folder or an archive. */
  files: 20_000,
};

/** Returns a size for people: `32 MiB`. */
export function mebibytes(bytes: number): string {
  return `${Math.ceil(bytes / 2 ** 20)} MiB`;
}

/** A recorder cannot do its work here; the message says what prevents it. */
export class RecorderError extends Error {
  override readonly name = "RecorderError";
  /** The system's error code: `ENOSPC`, `EACCES`, …; `EGONE` for a folder that vanished. */
  readonly code: string;
  constructor(message: string, code: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

const causes: Readonly<Record<string, readonly [what: string, advice: string]>> = {
  EACCES: ["permission denied", "let this user write there, or record into another folder"],
  EDQUOT: ["the disk quota is used up", "make room, then record again"],
  EEXIST: ["a file stands where a folder has to be", "move it away, or record into another folder"],
  EFBIG: ["the file would be larger than this system allows", "allow larger files, then record again"],
  EISDIR: ["a folder stands where the file has to be", "move it away, or record into another folder"],
  EMFILE: ["too many files are open", "allow more of them, or record with less concurrency"],
  ENAMETOOLONG: ["the path is longer than this system allows", "record into a folder with a shorter path"],
  ENOENT: ["there is no such folder, and it cannot be made", "name another folder"],
  ENOSPC: ["the disk is full", "make room, then record again"],
  ENOTDIR: ["a file stands where a folder has to be", "move it away, or record into another folder"],
  EPERM: ["operation not permitted", "let this user write there, or record into another folder"],
  EROFS: ["the file system is read-only", "record into another folder"],
};

/** Explains why a file or folder cannot be used. An error that is not about files is returned as it is. */
export function folderError(path: string, cause: unknown): unknown {
  const { code, syscall } = cause as NodeJS.ErrnoException;
  if (code === undefined || syscall === undefined) return cause;
  const [what, advice] = causes[code] ?? ["it failed", "see what is the matter with the disk, then record again"];
  return new RecorderError(
    `Cannot record into "${path}": ${what} (${code})\n  - ${advice}; what was recorded before is whole`,
    code,
    { cause },
  );
}

/** The folder has changed since the recorder took it. */
export function folderGone(folder: string): RecorderError {
  return new RecorderError(
    `Cannot record into "${folder}": the folder, or the lock in it, was removed while the recorder was at work\n` +
      `  - record again; nothing was written since`,
    "EGONE",
  );
}

/** Recordings that were written are gone, though the folder is still there. */
export function recordingsGone(folder: string, names: readonly string[]): RecorderError {
  const [first] = names;
  const others = names.length > 1 ? ` and ${names.length - 1} more` : "";
  return new RecorderError(
    `Cannot find in "${folder}" what was just recorded: "${first}"${others} was removed while the recorder was at work\n` +
      `  - record again`,
    "EGONE",
  );
}

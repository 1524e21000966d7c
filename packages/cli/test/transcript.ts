/** A command of a transcript, and what is shown of its output. */
export interface Step {
  readonly command: string;
  readonly shown: string;
}

/** The steps of a console transcript: a line that begins with `$ ` is a command, the lines after it its output. */
export function steps(transcript: string): Step[] {
  return transcript
    .split(/^\$ /m)
    .slice(1)
    .map((step) => {
      const [command = "", ...shown] = step.split("\n");
      return { command, shown: shown.join("\n").trim() };
    });
}

/** What a transcript shows, as a pattern: `…` alone on a line stands for any lines, elsewhere for part of its line. */
export function pattern(shown: string): RegExp {
  const lines = shown.split("\n").map((line) => {
    if (line.trim() === "…") return "(?:.*\\n)*?";
    return `${line.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&").replaceAll("…", ".*")}\\n`;
  });
  return new RegExp(`^${lines.join("")}$`);
}

/**
 * Returns how to start a program on Windows as a shell does: `npm` and the files in `node_modules/.bin` are scripts
 * there, which only `cmd.exe` runs, and which parse their arguments a second time.
 * @param words The program's name and arguments.
 * @returns Arguments for `spawn` with `windowsVerbatimArguments`.
 * @example
 * windowsCommand(["npm", "test"], "cmd.exe"); // ["cmd.exe", "/d", "/s", "/c", '"npm ^^^"test^^^""']
 */
export function windowsCommand([program = "", ...words]: readonly string[], shell: string): readonly string[] {
  const line = [special(program), ...words.map((word) => special(special(quoted(word))))].join(" ");
  return [shell, "/d", "/s", "/c", `"${line}"`];
}

// The C runtime's rules: backslashes matter only before a quotation mark.
function quoted(word: string): string {
  return `"${word.replace(/(\\*)"/g, '$1$1\\"').replace(/(\\+)$/, "$1$1")}"`;
}

function special(text: string): string {
  return text.replace(/[()\][%!^"`<>&|;, *?]/g, "^$&");
}

import { expect, test } from "vitest";
import { windowsCommand } from "../src/command/run-program.ts";

test.each([
  ["a script's words", ["npm", "test"], 'npm ^^^"test^^^"'],
  ["a path with a space", ["C:\\Program Files\\x.exe", "a b"], 'C:\\Program^ Files\\x.exe ^^^"a^^^ b^^^"'],
  ["quotation marks, and backslashes before them", ["x", 'a\\"b\\'], 'x ^^^"a\\\\\\^^^"b\\\\^^^"'],
  ["what a shell would read", ["x", "%PATH%&y"], 'x ^^^"^^^%PATH^^^%^^^&y^^^"'],
  ["an empty word", ["x", ""], 'x ^^^"^^^"'],
])("on Windows a program is started by its shell, with %s as given", (_shows, words, line) => {
  expect(windowsCommand(words, "cmd.exe")).toEqual(["cmd.exe", "/d", "/s", "/c", `"${line}"`]);
});

/**
 * The command that messages tell the user to run: it works wherever npm is, installed or not. `npx tapedeck` would run
 * another package of npm's where this one is not installed.
 */
export const commandLine = "npx @tapedeck/cli";

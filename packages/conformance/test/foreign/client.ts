// Runs the program of a server by its name against TAPEDECK_URL, and prints what it saw: the command that is recorded.
import process from "node:process";
import { observe } from "./observe.ts";
import { programOf, servers } from "./servers/servers.ts";

const { TAPEDECK_URL = "" } = process.env;
const server = servers.find(({ name }) => name === process.argv[2]);
if (server === undefined) throw new RangeError(`no server "${process.argv[2]}"`);
console.log(JSON.stringify(await observe(programOf(server), TAPEDECK_URL)));

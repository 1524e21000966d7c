import { faults } from "./faults.ts";
import { readFileSync } from "node:fs";
for (const f of faults) { let t=""; try { t = readFileSync("/tmp/wt/laws/packages/replay/src/"+f.file,"utf8"); } catch {} const n=t.split(f.find).length-1; if(n!==1) console.log(n, f.file, f.what, "|", f.find); }
console.log(faults.length, new Set(faults.map(f=>f.what)).size);

import type { Attack } from "./attack.ts";
import { bounds } from "./bounds.ts";
import { crash } from "./crash.ts";
import { falseAlarms } from "./false-alarms/false-alarms.ts";
import { files } from "./files.ts";
import { fuzz } from "./fuzz/fuzz.ts";
import { http } from "./http.ts";
import { secrets } from "./secrets/secrets.ts";
import { soak } from "./soak.ts";
import { turns } from "./turns.ts";

/** Every attack, by the name that `npm run attack -- NAME` takes. */
export const attacks: Readonly<Record<string, Attack>> = {
  bounds,
  crash,
  "false-alarms": falseAlarms,
  files,
  fuzz,
  http,
  secrets,
  soak,
  turns,
};

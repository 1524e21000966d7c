import { type Preset, perWindow, read, refusing, saysWhen, tellAs } from "./preset.ts";

const message = "More than {{limit}} requests reached. Please wait and consider throttling your request speed";

export const cloudflare: Preset = {
  name: "cloudflare",
  policies: [
    {
      name: "default",
      partition: ["account"],
      algorithm: perWindow(1200, 300),
      onRefusal: { blockSeconds: 300 },
    },
    { name: "burst", partition: ["address"], algorithm: perWindow(200, 1) },
  ],
  tell: tellAs("ietf"),
  refusal: refusing({ success: false, errors: [{ code: 10100, message }], messages: [], result: null }, saysWhen),
  source: "https://developers.cloudflare.com/fundamentals/api/reference/limits/",
  date: read,
};

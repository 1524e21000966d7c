import { createHash } from "node:crypto";

/**
 * Compares and sets, in one step. KEYS: a claim, and the buckets. ARGV: how long a bucket and a claim are kept, in
 * milliseconds; then for each bucket its expected and its new state, "" for none.
 *
 * A known claim was applied: a client whose connection broke retries with the same one. Returns 1 if the changes are
 * made, else what the buckets hold.
 */
export const swapScript: string = `
if redis.call("EXISTS", KEYS[1]) == 1 then return 1 end
local held = redis.call("MGET", unpack(KEYS, 2))
for nth = 1, #held do
  if (held[nth] or "") ~= ARGV[2 * nth + 1] then return held end
end
local changed = false
for nth = 1, #held do
  local from, to = ARGV[2 * nth + 1], ARGV[2 * nth + 2]
  if to ~= from then
    changed = true
    if to == "" then redis.call("DEL", KEYS[nth + 1])
    else redis.call("SET", KEYS[nth + 1], to, "PX", ARGV[1]) end
  end
end
if changed then redis.call("SET", KEYS[1], "1", "PX", ARGV[2]) end
return 1
`;

/** The script's name on a server that has run it before. */
export const swapDigest: string = createHash("sha1").update(swapScript).digest("hex");

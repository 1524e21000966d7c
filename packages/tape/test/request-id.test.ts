import fc from "fast-check";
import { expect, test } from "vitest";
import { isPinnedRequestId, pinnedRequestId } from "../src/request-id.ts";

const uuid = "00000000-0000-4000-8000-000000000001";

test.each([
  ["a UUID of version 4", "7b2e5f0a-93cd-4e1b-a6f8-1d2c3b4a5968", uuid],
  ["a UUID of version 7", "0198f1c2-5b7e-7d3a-9c41-6f0e8a2b4d17", "00000000-0000-7000-8000-000000000001"],
  [
    "UUIDs of several proxies",
    `${uuid},7B2E5F0A-93CD-4E1B-A6F8-1D2C3B4A5968`,
    `00000000-0000-4000-8000-000000000000,${uuid}`,
  ],
  ["Azure's, with region and time", `WESTUS:20260303T112233Z:${uuid}`, `0:0000000000000000:${uuid}`],
  ["hexadecimal digits", "4bf92f3577b34da6a3ce929d0e0e4736", "00000000000000000000000000000001"],
  ["a number", "8231004417", "0000000001"],
  ["a counter", "99", "1"],
  ["Fastify's counter", "req-2x", "req-1"],
  ["a ULID", "01JB3V5Y8Q2W4E6R8T0Y2U4I6O", "00000000000000000000000001"],
  ["Stripe's", "req_Ab3dEf5hIj7lMn", "req_00000000000001"],
  ["Twilio's", "RQ4bf92f3577b34da6a3ce929d0e0e4736", "RQ00000000000000000000000000000001"],
  ["S3's second", "eftixk72aD6Ap51T/nGr6lsoxqOdNLDyXy+dRUjkUyeIFfb1DY1s3o=", `${"0".repeat(53)}1=`],
  ["chi's, with the host", "web-1/gT4kPq7LxZ-000042", "00000000000000000000001"],
  ["Fly's", "01jb3v5y8q2w4e6r8t0y2u4i6o-fra", "00000000000000000000000000-1"],
  ["GitHub's", "E8D4:2E3B4:1F2A3BC:2D4E5F6:69A40FA0", "0000:000000:0000000:0000000:00000000"],
  ["a random number", "0.7294631850264517", "0.1"],
  ["a random number in base 36", "k3j9x0qz7ml", "00000001"],
  ["a path and a counter", "/users/ada:12", "/0/0:1"],
  ["none", "", ""],
])("pinnedRequestId() keeps the form of %s", (_shows, id, pinned) => {
  expect(pinnedRequestId(id)).toBe(pinned);
  expect(isPinnedRequestId("x-request-id", pinned)).toBe(true);
  expect(isPinnedRequestId("x-request-id", id)).toBe(id === pinned);
});

test("pinnedRequestId() gives all ids of one form the same, and pins none twice", () => {
  const digits = (from: string, length: number) =>
    fc.array(fc.constantFrom(...from), { minLength: length, maxLength: length }).map((all) => all.join(""));
  const hex = "0123456789abcdef";
  const forms = fc.constantFrom(
    digits(hex, 32),
    digits(hex.toUpperCase(), 16),
    digits(hex.slice(0, 10), 18),
    fc.uuid(),
  );
  fc.assert(
    fc.property(
      forms.chain((form) => fc.tuple(form, form)),
      ([one, another]) => {
        // The version of a UUID is part of its form.
        const alike = one.charAt(14) === another.charAt(14) || !one.includes("-");
        expect(pinnedRequestId(one) === pinnedRequestId(another)).toBe(alike);
        expect(pinnedRequestId(pinnedRequestId(one))).toBe(pinnedRequestId(one));
      },
    ),
  );
});

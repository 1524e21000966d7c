import { describe, expect, test } from "vitest";
import { checkScheme, presetNamed, presets, SchemeError } from "../../src/index.ts";
import { impossible, whole, withPolicy } from "./impossible.ts";

describe("checkScheme()", () => {
  test.each(Object.keys(presets))("takes the preset %s, as a name and as JSON", (name) => {
    expect(checkScheme({ preset: name }, "file")).toEqual(presets[name]);
    expect(checkScheme(JSON.parse(JSON.stringify(presets[name])), "file")).toEqual(presets[name]);
  });

  test("merges the policies of a preset by name, and replaces the rest", () => {
    const file = {
      preset: "github",
      policies: [
        { name: "core", limits: { anonymous: 3, token: 9 } },
        { name: "more", algorithm: { kind: "fixed-window", limit: 5, seconds: 60 } },
      ],
      refusal: { status: 429 },
    };
    const { policies, refusal, tell } = checkScheme(file, "file");
    expect(policies[0]).toMatchObject({ limits: { anonymous: 3, token: 9 }, algorithm: { limit: 5000 } });
    expect(policies.at(-1)?.name).toBe("more");
    expect([refusal, tell]).toEqual([{ status: 429 }, presets["github"]?.tell]);
  });

  test.each(impossible)("refuses %s", (_shows, value, place, message) => {
    const refused = (): unknown => checkScheme(value, "file");
    expect(refused).toThrow(SchemeError);
    expect(refused).toThrow(message);
    expect(refused).toThrow(expect.objectContaining({ place }));
  });

  test("its errors stay short, whatever was found", () => {
    const long = "x".repeat(1_000_000);
    const wrong = [withPolicy({ name: long }), { ...whole, [long]: 1 }, withPolicy({ limits: { [long]: -1 } })];
    for (const value of wrong) {
      let message = "";
      try {
        checkScheme(value, "file");
      } catch (error) {
        message = (error as Error).message;
      }
      expect(message).not.toBe("");
      expect(message.length).toBeLessThan(1000);
    }
  });
});

test("presetNamed() lists the presets there are", () => {
  expect(() => presetNamed("__proto__")).toThrow(/No preset "__proto__": there is github, ietf/);
});

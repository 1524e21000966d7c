import * as fields from "./fields.ts";

/** The test of each kind of value, as one writes it by hand. */
const kinds: Readonly<Record<string, (value: string) => string>> = {
  whole: (value) => `Number.isInteger(${value}) && ${value} >= 0`,
  text: (value) => `typeof ${value} === "string"`,
  flag: (value) => `typeof ${value} === "boolean"`,
  moment: (value) => `typeof ${value} === "string" && moment.test(${value})`,
  fullName: (value) => `typeof ${value} === "string" && fullName.test(${value})`,
  account: (value) => `isAccount(${value})`,
  license: (value) => `isLicense(${value})`,
};

function tested(name: string, kind: string, optional: boolean): string {
  const value = `value.${name}`;
  const test = kinds[kind.replace("OrNull", "")]?.(value);
  if (test === undefined) throw new RangeError(`Cannot test a "${kind}"`);
  return `(${optional ? `${value} === undefined || ` : ""}${kind.endsWith("OrNull") ? `${value} === null || ` : ""}(${test}))`;
}

/** Writes a module as one writes a validator by hand: one expression for a record, which answers yes or no. */
export function handwritten(): string {
  const checks = { isAccount: fields.account, isLicense: fields.license, isRepository: fields.repository };
  const functions = Object.entries(checks).map(
    ([name, of]) => `function ${name}(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value) &&
    ${fields
      .entriesOf(of)
      .map((entry) => tested(...entry))
      .join(" &&\n    ")};
}
`,
  );
  const patterns = `const moment = ${fields.moment};\nconst fullName = ${fields.fullName};\n`;
  return `${patterns}${functions.join("")}export { isRepository };\n`;
}

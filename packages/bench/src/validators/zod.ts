import { z } from "zod";
import * as fields from "./fields.ts";

const whole = z.number().int().min(0);
const moment = z.string().regex(fields.moment);
const kinds: Record<string, z.ZodType> = {
  whole,
  text: z.string(),
  textOrNull: z.string().nullable(),
  flag: z.boolean(),
  moment,
  momentOrNull: moment.nullable(),
  fullName: z.string().regex(fields.fullName),
};

function record(of: fields.Fields): z.ZodType {
  const entries = fields.entriesOf(of).map(([name, kind, optional]) => {
    const type = kinds[kind] ?? z.never();
    return [name, optional ? type.optional() : type] as const;
  });
  return z.looseObject(Object.fromEntries(entries));
}

kinds["account"] = record(fields.account);
kinds["accountOrNull"] = kinds["account"].nullable();
kinds["licenseOrNull"] = record(fields.license).nullable();
const repository = record(fields.repository);

export function isRepository(value: unknown): boolean {
  return repository.safeParse(value).success;
}

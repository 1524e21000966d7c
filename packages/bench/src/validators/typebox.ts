import { type TSchema, Type } from "typebox";
import { Compile } from "typebox/compile";
import * as fields from "./fields.ts";

const orNull = (type: TSchema): TSchema => Type.Union([type, Type.Null()]);
const moment = Type.String({ pattern: fields.moment.source });
const kinds: Record<string, TSchema> = {
  whole: Type.Integer({ minimum: 0 }),
  text: Type.String(),
  textOrNull: orNull(Type.String()),
  flag: Type.Boolean(),
  moment,
  momentOrNull: orNull(moment),
  fullName: Type.String({ pattern: fields.fullName.source }),
};

function record(of: fields.Fields): TSchema {
  const entries = fields.entriesOf(of).map(([name, kind, optional]) => {
    const type = kinds[kind] ?? Type.Never();
    return [name, optional ? Type.Optional(type) : type] as const;
  });
  return Type.Object(Object.fromEntries(entries));
}

kinds["account"] = record(fields.account);
kinds["accountOrNull"] = orNull(kinds["account"]);
kinds["licenseOrNull"] = orNull(record(fields.license));
const repository = Compile(record(fields.repository));

export function isRepository(value: unknown): boolean {
  return repository.Check(value);
}

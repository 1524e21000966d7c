// The same schemas, compiled when the program starts.
import { Ajv2020 } from "ajv/dist/2020.js";
import account from "../../../../schemas/account.json" with { type: "json" };
import license from "../../../../schemas/license.json" with { type: "json" };
import parts from "../../../../schemas/parts.json" with { type: "json" };
import repository from "../../../../schemas/repository.json" with { type: "json" };
import item from "../../../../schemas/repository-item.json" with { type: "json" };

const ajv = new Ajv2020({ allowUnionTypes: true, schemas: [account, license, parts, item] });

export const isRepository: (value: unknown) => boolean = ajv.compile(repository);

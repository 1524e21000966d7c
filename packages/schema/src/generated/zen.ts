// @ts-nocheck
// Generated from schemas/zen.json by `npm run generate -w @tapedeck/schema`; change the schema, not this file.

/** What ajv says of one thing that does not fit. */
export interface Flaw {
  readonly instancePath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly parentSchema: Readonly<Record<string, unknown>>;
}

/** Finds everything in a value that does not fit the schema; nothing, where it fits. */
export function findFlaws(value: unknown): readonly Flaw[] {
  return validate20(value) ? [] : validate20.errors;
}

const schema31 = {"$schema":"https://json-schema.org/draft/2020-12/schema","$id":"https://tapedeck.dev/schemas/zen.json","title":"Zen","type":"string","pattern":"^[^\\s{\\[][^\\r\\n]*\\n?$","examples":["Keep it logically awesome."]};
const pattern4 = new RegExp("^[^\\s{\\[][^\\r\\n]*\\n?$", "u");

function validate20(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate20.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(typeof data === "string"){
if(!pattern4.test(data)){
const err0 = {instancePath,schemaPath:"#/pattern",keyword:"pattern",params:{pattern: "^[^\\s{\\[][^\\r\\n]*\\n?$"},schema:"^[^\\s{\\[][^\\r\\n]*\\n?$",parentSchema:schema31,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
else {
const err1 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "string"},schema:schema31.type,parentSchema:schema31,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
validate20.errors = vErrors;
return errors === 0;
}
validate20.evaluated = {"dynamicProps":false,"dynamicItems":false};

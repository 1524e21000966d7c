// @ts-nocheck
// Generated from schemas/error.json by `npm run generate -w @tapedeck/schema`; change the schema, not this file.

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

const schema31 = {"$schema":"https://json-schema.org/draft/2020-12/schema","$id":"https://tapedeck.dev/schemas/error.json","title":"Error body","type":"object","required":["message","documentation_url"],"properties":{"message":{"type":"string"},"documentation_url":{"$ref":"parts.json#/$defs/link"}}};
const schema33 = {"title":"link","type":"string"};

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
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.message === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "message"},schema:schema31.required,parentSchema:schema31,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.documentation_url === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "documentation_url"},schema:schema31.required,parentSchema:schema31,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.message !== undefined){
let data0 = data.message;
if(typeof data0 !== "string"){
const err2 = {instancePath:instancePath+"/message",schemaPath:"#/properties/message/type",keyword:"type",params:{type: "string"},schema:schema31.properties.message.type,parentSchema:schema31.properties.message,data:data0};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.documentation_url !== undefined){
let data1 = data.documentation_url;
if(typeof data1 !== "string"){
const err3 = {instancePath:instancePath+"/documentation_url",schemaPath:"parts.json#/$defs/link/type",keyword:"type",params:{type: "string"},schema:schema33.type,parentSchema:schema33,data:data1};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
}
else {
const err4 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},schema:schema31.type,parentSchema:schema31,data};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
validate20.errors = vErrors;
return errors === 0;
}
validate20.evaluated = {"props":{"message":true,"documentation_url":true},"dynamicProps":false,"dynamicItems":false};

// @ts-nocheck
// Generated from schemas/user.json by `npm run generate -w @tapedeck/schema`; change the schema, not this file.

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

const schema31 = {"$schema":"https://json-schema.org/draft/2020-12/schema","$id":"https://tapedeck.dev/schemas/user.json","title":"User","type":"object","allOf":[{"$ref":"account.json"}],"properties":{"name":{"type":["string","null"]},"company":{"type":["string","null"]},"blog":{"type":["string","null"]},"location":{"type":["string","null"]},"email":{"type":["string","null"]},"hireable":{"type":["boolean","null"]},"bio":{"type":["string","null"]},"twitter_username":{"type":["string","null"]},"public_repos":{"$ref":"parts.json#/$defs/count"},"public_gists":{"$ref":"parts.json#/$defs/count"},"followers":{"$ref":"parts.json#/$defs/count"},"following":{"$ref":"parts.json#/$defs/count"},"created_at":{"$ref":"parts.json#/$defs/timestamp"},"updated_at":{"$ref":"parts.json#/$defs/timestamp"}}};
const schema47 = {"title":"count","type":"integer","minimum":0};
const schema51 = {"title":"UTC timestamp","type":"string","pattern":"^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])T([01]\\d|2[0-3]):[0-5]\\d:([0-5]\\d|60)(\\.\\d+)?Z$","examples":["2011-01-26T19:01:12Z"]};
const schema32 = {"$schema":"https://json-schema.org/draft/2020-12/schema","$id":"https://tapedeck.dev/schemas/account.json","title":"Account","type":"object","required":["login","id","node_id","avatar_url","gravatar_id","url"],"properties":{"login":{"type":"string"},"id":{"$ref":"parts.json#/$defs/id"},"node_id":{"type":"string"},"avatar_url":{"$ref":"parts.json#/$defs/link"},"gravatar_id":{"type":"string"},"url":{"$ref":"parts.json#/$defs/link"},"html_url":{"$ref":"parts.json#/$defs/link"},"followers_url":{"$ref":"parts.json#/$defs/link"},"following_url":{"$ref":"parts.json#/$defs/link"},"gists_url":{"$ref":"parts.json#/$defs/link"},"starred_url":{"$ref":"parts.json#/$defs/link"},"subscriptions_url":{"$ref":"parts.json#/$defs/link"},"organizations_url":{"$ref":"parts.json#/$defs/link"},"repos_url":{"$ref":"parts.json#/$defs/link"},"events_url":{"$ref":"parts.json#/$defs/link"},"received_events_url":{"$ref":"parts.json#/$defs/link"},"type":{"type":"string"},"site_admin":{"type":"boolean"}}};
const schema34 = {"title":"id","type":"integer","minimum":0};
const schema35 = {"title":"link","type":"string"};

function validate21(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate21.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.login === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "login"},schema:schema32.required,parentSchema:schema32,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.id === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "id"},schema:schema32.required,parentSchema:schema32,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.node_id === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "node_id"},schema:schema32.required,parentSchema:schema32,data};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.avatar_url === undefined){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "avatar_url"},schema:schema32.required,parentSchema:schema32,data};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data.gravatar_id === undefined){
const err4 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "gravatar_id"},schema:schema32.required,parentSchema:schema32,data};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data.url === undefined){
const err5 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "url"},schema:schema32.required,parentSchema:schema32,data};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(data.login !== undefined){
let data0 = data.login;
if(typeof data0 !== "string"){
const err6 = {instancePath:instancePath+"/login",schemaPath:"#/properties/login/type",keyword:"type",params:{type: "string"},schema:schema32.properties.login.type,parentSchema:schema32.properties.login,data:data0};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.id !== undefined){
let data1 = data.id;
if(!(((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1))) && (isFinite(data1)))){
const err7 = {instancePath:instancePath+"/id",schemaPath:"parts.json#/$defs/id/type",keyword:"type",params:{type: "integer"},schema:schema34.type,parentSchema:schema34,data:data1};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if((typeof data1 == "number") && (isFinite(data1))){
if(data1 < 0 || isNaN(data1)){
const err8 = {instancePath:instancePath+"/id",schemaPath:"parts.json#/$defs/id/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},schema:0,parentSchema:schema34,data:data1};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
}
if(data.node_id !== undefined){
let data2 = data.node_id;
if(typeof data2 !== "string"){
const err9 = {instancePath:instancePath+"/node_id",schemaPath:"#/properties/node_id/type",keyword:"type",params:{type: "string"},schema:schema32.properties.node_id.type,parentSchema:schema32.properties.node_id,data:data2};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data.avatar_url !== undefined){
let data3 = data.avatar_url;
if(typeof data3 !== "string"){
const err10 = {instancePath:instancePath+"/avatar_url",schemaPath:"parts.json#/$defs/link/type",keyword:"type",params:{type: "string"},schema:schema35.type,parentSchema:schema35,data:data3};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
if(data.gravatar_id !== undefined){
let data4 = data.gravatar_id;
if(typeof data4 !== "string"){
const err11 = {instancePath:instancePath+"/gravatar_id",schemaPath:"#/properties/gravatar_id/type",keyword:"type",params:{type: "string"},schema:schema32.properties.gravatar_id.type,parentSchema:schema32.properties.gravatar_id,data:data4};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
if(data.url !== undefined){
let data5 = data.url;
if(typeof data5 !== "string"){
const err12 = {instancePath:instancePath+"/url",schemaPath:"parts.json#/$defs/link/type",keyword:"type",params:{type: "string"},schema:schema35.type,parentSchema:schema35,data:data5};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
if(data.html_url !== undefined){
let data6 = data.html_url;
if(typeof data6 !== "string"){
const err13 = {instancePath:instancePath+"/html_url",schemaPath:"parts.json#/$defs/link/type",keyword:"type",params:{type: "string"},schema:schema35.type,parentSchema:schema35,data:data6};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
if(data.followers_url !== undefined){
let data7 = data.followers_url;
if(typeof data7 !== "string"){
const err14 = {instancePath:instancePath+"/followers_url",schemaPath:"parts.json#/$defs/link/type",keyword:"type",params:{type: "string"},schema:schema35.type,parentSchema:schema35,data:data7};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
if(data.following_url !== undefined){
let data8 = data.following_url;
if(typeof data8 !== "string"){
const err15 = {instancePath:instancePath+"/following_url",schemaPath:"parts.json#/$defs/link/type",keyword:"type",params:{type: "string"},schema:schema35.type,parentSchema:schema35,data:data8};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
if(data.gists_url !== undefined){
let data9 = data.gists_url;
if(typeof data9 !== "string"){
const err16 = {instancePath:instancePath+"/gists_url",schemaPath:"parts.json#/$defs/link/type",keyword:"type",params:{type: "string"},schema:schema35.type,parentSchema:schema35,data:data9};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
if(data.starred_url !== undefined){
let data10 = data.starred_url;
if(typeof data10 !== "string"){
const err17 = {instancePath:instancePath+"/starred_url",schemaPath:"parts.json#/$defs/link/type",keyword:"type",params:{type: "string"},schema:schema35.type,parentSchema:schema35,data:data10};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
if(data.subscriptions_url !== undefined){
let data11 = data.subscriptions_url;
if(typeof data11 !== "string"){
const err18 = {instancePath:instancePath+"/subscriptions_url",schemaPath:"parts.json#/$defs/link/type",keyword:"type",params:{type: "string"},schema:schema35.type,parentSchema:schema35,data:data11};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
if(data.organizations_url !== undefined){
let data12 = data.organizations_url;
if(typeof data12 !== "string"){
const err19 = {instancePath:instancePath+"/organizations_url",schemaPath:"parts.json#/$defs/link/type",keyword:"type",params:{type: "string"},schema:schema35.type,parentSchema:schema35,data:data12};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
if(data.repos_url !== undefined){
let data13 = data.repos_url;
if(typeof data13 !== "string"){
const err20 = {instancePath:instancePath+"/repos_url",schemaPath:"parts.json#/$defs/link/type",keyword:"type",params:{type: "string"},schema:schema35.type,parentSchema:schema35,data:data13};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
if(data.events_url !== undefined){
let data14 = data.events_url;
if(typeof data14 !== "string"){
const err21 = {instancePath:instancePath+"/events_url",schemaPath:"parts.json#/$defs/link/type",keyword:"type",params:{type: "string"},schema:schema35.type,parentSchema:schema35,data:data14};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
if(data.received_events_url !== undefined){
let data15 = data.received_events_url;
if(typeof data15 !== "string"){
const err22 = {instancePath:instancePath+"/received_events_url",schemaPath:"parts.json#/$defs/link/type",keyword:"type",params:{type: "string"},schema:schema35.type,parentSchema:schema35,data:data15};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
if(data.type !== undefined){
let data16 = data.type;
if(typeof data16 !== "string"){
const err23 = {instancePath:instancePath+"/type",schemaPath:"#/properties/type/type",keyword:"type",params:{type: "string"},schema:schema32.properties.type.type,parentSchema:schema32.properties.type,data:data16};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
if(data.site_admin !== undefined){
let data17 = data.site_admin;
if(typeof data17 !== "boolean"){
const err24 = {instancePath:instancePath+"/site_admin",schemaPath:"#/properties/site_admin/type",keyword:"type",params:{type: "boolean"},schema:schema32.properties.site_admin.type,parentSchema:schema32.properties.site_admin,data:data17};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
}
else {
const err25 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},schema:schema32.type,parentSchema:schema32,data};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
validate21.errors = vErrors;
return errors === 0;
}
validate21.evaluated = {"props":{"login":true,"id":true,"node_id":true,"avatar_url":true,"gravatar_id":true,"url":true,"html_url":true,"followers_url":true,"following_url":true,"gists_url":true,"starred_url":true,"subscriptions_url":true,"organizations_url":true,"repos_url":true,"events_url":true,"received_events_url":true,"type":true,"site_admin":true},"dynamicProps":false,"dynamicItems":false};

const pattern4 = new RegExp("^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])T([01]\\d|2[0-3]):[0-5]\\d:([0-5]\\d|60)(\\.\\d+)?Z$", "u");

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
if(!(validate21(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate21.errors : vErrors.concat(validate21.errors);
errors = vErrors.length;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.name !== undefined){
let data0 = data.name;
if((typeof data0 !== "string") && (data0 !== null)){
const err0 = {instancePath:instancePath+"/name",schemaPath:"#/properties/name/type",keyword:"type",params:{type: schema31.properties.name.type},schema:schema31.properties.name.type,parentSchema:schema31.properties.name,data:data0};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
if(data.company !== undefined){
let data1 = data.company;
if((typeof data1 !== "string") && (data1 !== null)){
const err1 = {instancePath:instancePath+"/company",schemaPath:"#/properties/company/type",keyword:"type",params:{type: schema31.properties.company.type},schema:schema31.properties.company.type,parentSchema:schema31.properties.company,data:data1};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.blog !== undefined){
let data2 = data.blog;
if((typeof data2 !== "string") && (data2 !== null)){
const err2 = {instancePath:instancePath+"/blog",schemaPath:"#/properties/blog/type",keyword:"type",params:{type: schema31.properties.blog.type},schema:schema31.properties.blog.type,parentSchema:schema31.properties.blog,data:data2};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.location !== undefined){
let data3 = data.location;
if((typeof data3 !== "string") && (data3 !== null)){
const err3 = {instancePath:instancePath+"/location",schemaPath:"#/properties/location/type",keyword:"type",params:{type: schema31.properties.location.type},schema:schema31.properties.location.type,parentSchema:schema31.properties.location,data:data3};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.email !== undefined){
let data4 = data.email;
if((typeof data4 !== "string") && (data4 !== null)){
const err4 = {instancePath:instancePath+"/email",schemaPath:"#/properties/email/type",keyword:"type",params:{type: schema31.properties.email.type},schema:schema31.properties.email.type,parentSchema:schema31.properties.email,data:data4};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.hireable !== undefined){
let data5 = data.hireable;
if((typeof data5 !== "boolean") && (data5 !== null)){
const err5 = {instancePath:instancePath+"/hireable",schemaPath:"#/properties/hireable/type",keyword:"type",params:{type: schema31.properties.hireable.type},schema:schema31.properties.hireable.type,parentSchema:schema31.properties.hireable,data:data5};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.bio !== undefined){
let data6 = data.bio;
if((typeof data6 !== "string") && (data6 !== null)){
const err6 = {instancePath:instancePath+"/bio",schemaPath:"#/properties/bio/type",keyword:"type",params:{type: schema31.properties.bio.type},schema:schema31.properties.bio.type,parentSchema:schema31.properties.bio,data:data6};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.twitter_username !== undefined){
let data7 = data.twitter_username;
if((typeof data7 !== "string") && (data7 !== null)){
const err7 = {instancePath:instancePath+"/twitter_username",schemaPath:"#/properties/twitter_username/type",keyword:"type",params:{type: schema31.properties.twitter_username.type},schema:schema31.properties.twitter_username.type,parentSchema:schema31.properties.twitter_username,data:data7};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.public_repos !== undefined){
let data8 = data.public_repos;
if(!(((typeof data8 == "number") && (!(data8 % 1) && !isNaN(data8))) && (isFinite(data8)))){
const err8 = {instancePath:instancePath+"/public_repos",schemaPath:"parts.json#/$defs/count/type",keyword:"type",params:{type: "integer"},schema:schema47.type,parentSchema:schema47,data:data8};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if((typeof data8 == "number") && (isFinite(data8))){
if(data8 < 0 || isNaN(data8)){
const err9 = {instancePath:instancePath+"/public_repos",schemaPath:"parts.json#/$defs/count/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},schema:0,parentSchema:schema47,data:data8};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
}
if(data.public_gists !== undefined){
let data9 = data.public_gists;
if(!(((typeof data9 == "number") && (!(data9 % 1) && !isNaN(data9))) && (isFinite(data9)))){
const err10 = {instancePath:instancePath+"/public_gists",schemaPath:"parts.json#/$defs/count/type",keyword:"type",params:{type: "integer"},schema:schema47.type,parentSchema:schema47,data:data9};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
if((typeof data9 == "number") && (isFinite(data9))){
if(data9 < 0 || isNaN(data9)){
const err11 = {instancePath:instancePath+"/public_gists",schemaPath:"parts.json#/$defs/count/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},schema:0,parentSchema:schema47,data:data9};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
}
if(data.followers !== undefined){
let data10 = data.followers;
if(!(((typeof data10 == "number") && (!(data10 % 1) && !isNaN(data10))) && (isFinite(data10)))){
const err12 = {instancePath:instancePath+"/followers",schemaPath:"parts.json#/$defs/count/type",keyword:"type",params:{type: "integer"},schema:schema47.type,parentSchema:schema47,data:data10};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
if((typeof data10 == "number") && (isFinite(data10))){
if(data10 < 0 || isNaN(data10)){
const err13 = {instancePath:instancePath+"/followers",schemaPath:"parts.json#/$defs/count/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},schema:0,parentSchema:schema47,data:data10};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
}
if(data.following !== undefined){
let data11 = data.following;
if(!(((typeof data11 == "number") && (!(data11 % 1) && !isNaN(data11))) && (isFinite(data11)))){
const err14 = {instancePath:instancePath+"/following",schemaPath:"parts.json#/$defs/count/type",keyword:"type",params:{type: "integer"},schema:schema47.type,parentSchema:schema47,data:data11};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
if((typeof data11 == "number") && (isFinite(data11))){
if(data11 < 0 || isNaN(data11)){
const err15 = {instancePath:instancePath+"/following",schemaPath:"parts.json#/$defs/count/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},schema:0,parentSchema:schema47,data:data11};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
}
if(data.created_at !== undefined){
let data12 = data.created_at;
if(typeof data12 === "string"){
if(!pattern4.test(data12)){
const err16 = {instancePath:instancePath+"/created_at",schemaPath:"parts.json#/$defs/timestamp/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])T([01]\\d|2[0-3]):[0-5]\\d:([0-5]\\d|60)(\\.\\d+)?Z$"},schema:"^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])T([01]\\d|2[0-3]):[0-5]\\d:([0-5]\\d|60)(\\.\\d+)?Z$",parentSchema:schema51,data:data12};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
else {
const err17 = {instancePath:instancePath+"/created_at",schemaPath:"parts.json#/$defs/timestamp/type",keyword:"type",params:{type: "string"},schema:schema51.type,parentSchema:schema51,data:data12};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
if(data.updated_at !== undefined){
let data13 = data.updated_at;
if(typeof data13 === "string"){
if(!pattern4.test(data13)){
const err18 = {instancePath:instancePath+"/updated_at",schemaPath:"parts.json#/$defs/timestamp/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])T([01]\\d|2[0-3]):[0-5]\\d:([0-5]\\d|60)(\\.\\d+)?Z$"},schema:"^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])T([01]\\d|2[0-3]):[0-5]\\d:([0-5]\\d|60)(\\.\\d+)?Z$",parentSchema:schema51,data:data13};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
else {
const err19 = {instancePath:instancePath+"/updated_at",schemaPath:"parts.json#/$defs/timestamp/type",keyword:"type",params:{type: "string"},schema:schema51.type,parentSchema:schema51,data:data13};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
}
else {
const err20 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},schema:schema31.type,parentSchema:schema31,data};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
validate20.errors = vErrors;
return errors === 0;
}
validate20.evaluated = {"props":{"name":true,"company":true,"blog":true,"location":true,"email":true,"hireable":true,"bio":true,"twitter_username":true,"public_repos":true,"public_gists":true,"followers":true,"following":true,"created_at":true,"updated_at":true,"login":true,"id":true,"node_id":true,"avatar_url":true,"gravatar_id":true,"url":true,"html_url":true,"followers_url":true,"following_url":true,"gists_url":true,"starred_url":true,"subscriptions_url":true,"organizations_url":true,"repos_url":true,"events_url":true,"received_events_url":true,"type":true,"site_admin":true},"dynamicProps":false,"dynamicItems":false};

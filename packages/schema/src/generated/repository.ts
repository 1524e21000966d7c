// @ts-nocheck
// Generated from schemas/repository.json by `npm run generate -w @tapedeck/schema`; change the schema, not this file.

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

const schema31 = {"$schema":"https://json-schema.org/draft/2020-12/schema","$id":"https://tapedeck.dev/schemas/repository.json","title":"Repository","type":"object","allOf":[{"$ref":"repository-item.json"}],"required":["watchers","forks","open_issues","license","network_count","subscribers_count"],"properties":{"watchers":true,"forks":true,"open_issues":true,"license":true,"network_count":{"$ref":"parts.json#/$defs/count"},"subscribers_count":{"$ref":"parts.json#/$defs/count"},"organization":{"anyOf":[{"$ref":"account.json"},{"type":"null"}]}}};
const schema91 = {"title":"count","type":"integer","minimum":0};
const schema32 = {"$schema":"https://json-schema.org/draft/2020-12/schema","$id":"https://tapedeck.dev/schemas/repository-item.json","title":"Repository item","type":"object","required":["id","node_id","name","full_name","private","owner","html_url","description","fork","url","forks_url","keys_url","collaborators_url","teams_url","hooks_url","issue_events_url","events_url","assignees_url","branches_url","tags_url","blobs_url","git_tags_url","git_refs_url","trees_url","statuses_url","languages_url","stargazers_url","contributors_url","subscribers_url","subscription_url","commits_url","git_commits_url","comments_url","issue_comment_url","contents_url","compare_url","merges_url","archive_url","downloads_url","issues_url","pulls_url","milestones_url","notifications_url","labels_url","releases_url","deployments_url","created_at","updated_at","pushed_at","git_url","ssh_url","clone_url","svn_url","homepage","size","stargazers_count","watchers_count","forks_count","open_issues_count","has_issues","has_projects","has_downloads","has_wiki","has_pages","archived","disabled","mirror_url","default_branch"],"properties":{"id":{"$ref":"parts.json#/$defs/id"},"node_id":{"type":"string"},"name":{"type":"string"},"full_name":{"$ref":"parts.json#/$defs/full-name"},"private":{"type":"boolean"},"owner":{"$ref":"account.json"},"html_url":{"$ref":"parts.json#/$defs/link"},"description":{"type":["string","null"]},"fork":{"type":"boolean"},"url":{"$ref":"parts.json#/$defs/link"},"forks_url":{"$ref":"parts.json#/$defs/link"},"keys_url":{"$ref":"parts.json#/$defs/link"},"collaborators_url":{"$ref":"parts.json#/$defs/link"},"teams_url":{"$ref":"parts.json#/$defs/link"},"hooks_url":{"$ref":"parts.json#/$defs/link"},"issue_events_url":{"$ref":"parts.json#/$defs/link"},"events_url":{"$ref":"parts.json#/$defs/link"},"assignees_url":{"$ref":"parts.json#/$defs/link"},"branches_url":{"$ref":"parts.json#/$defs/link"},"tags_url":{"$ref":"parts.json#/$defs/link"},"blobs_url":{"$ref":"parts.json#/$defs/link"},"git_tags_url":{"$ref":"parts.json#/$defs/link"},"git_refs_url":{"$ref":"parts.json#/$defs/link"},"trees_url":{"$ref":"parts.json#/$defs/link"},"statuses_url":{"$ref":"parts.json#/$defs/link"},"languages_url":{"$ref":"parts.json#/$defs/link"},"stargazers_url":{"$ref":"parts.json#/$defs/link"},"contributors_url":{"$ref":"parts.json#/$defs/link"},"subscribers_url":{"$ref":"parts.json#/$defs/link"},"subscription_url":{"$ref":"parts.json#/$defs/link"},"commits_url":{"$ref":"parts.json#/$defs/link"},"git_commits_url":{"$ref":"parts.json#/$defs/link"},"comments_url":{"$ref":"parts.json#/$defs/link"},"issue_comment_url":{"$ref":"parts.json#/$defs/link"},"contents_url":{"$ref":"parts.json#/$defs/link"},"compare_url":{"$ref":"parts.json#/$defs/link"},"merges_url":{"$ref":"parts.json#/$defs/link"},"archive_url":{"$ref":"parts.json#/$defs/link"},"downloads_url":{"$ref":"parts.json#/$defs/link"},"issues_url":{"$ref":"parts.json#/$defs/link"},"pulls_url":{"$ref":"parts.json#/$defs/link"},"milestones_url":{"$ref":"parts.json#/$defs/link"},"notifications_url":{"$ref":"parts.json#/$defs/link"},"labels_url":{"$ref":"parts.json#/$defs/link"},"releases_url":{"$ref":"parts.json#/$defs/link"},"deployments_url":{"$ref":"parts.json#/$defs/link"},"created_at":{"$ref":"parts.json#/$defs/timestamp"},"updated_at":{"$ref":"parts.json#/$defs/timestamp"},"pushed_at":{"anyOf":[{"$ref":"parts.json#/$defs/timestamp"},{"type":"null"}]},"git_url":{"type":"string"},"ssh_url":{"type":"string"},"clone_url":{"type":"string"},"svn_url":{"type":"string"},"homepage":{"type":["string","null"]},"size":{"$ref":"parts.json#/$defs/count"},"stargazers_count":{"$ref":"parts.json#/$defs/count"},"watchers_count":{"$ref":"parts.json#/$defs/count"},"watchers":{"$ref":"parts.json#/$defs/count"},"forks_count":{"$ref":"parts.json#/$defs/count"},"forks":{"$ref":"parts.json#/$defs/count"},"open_issues_count":{"$ref":"parts.json#/$defs/count"},"open_issues":{"$ref":"parts.json#/$defs/count"},"language":{"type":["string","null"]},"has_issues":{"type":"boolean"},"has_projects":{"type":"boolean"},"has_downloads":{"type":"boolean"},"has_wiki":{"type":"boolean"},"has_pages":{"type":"boolean"},"archived":{"type":"boolean"},"disabled":{"type":"boolean"},"mirror_url":{"type":["string","null"]},"temp_clone_token":{"type":["string","null"]},"default_branch":{"type":"string"},"license":{"anyOf":[{"$ref":"license.json"},{"type":"null"}]}}};
const schema34 = {"title":"id","type":"integer","minimum":0};
const schema35 = {"title":"owner/name","type":"string","pattern":"^[^/\\s]+/[^/\\s]+$","examples":["ada/engine"]};
const schema38 = {"title":"link","type":"string"};
const schema88 = {"title":"UTC timestamp","type":"string","pattern":"^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])T([01]\\d|2[0-3]):[0-5]\\d:([0-5]\\d|60)(\\.\\d+)?Z$","examples":["2011-01-26T19:01:12Z"]};
const schema99 = {"$schema":"https://json-schema.org/draft/2020-12/schema","$id":"https://tapedeck.dev/schemas/license.json","title":"License","type":"object","required":["key","name","spdx_id","url","node_id"],"properties":{"key":{"type":"string"},"name":{"type":"string"},"spdx_id":{"type":"string"},"url":{"type":["string","null"]},"node_id":{"type":"string"}}};
const pattern4 = new RegExp("^[^/\\s]+/[^/\\s]+$", "u");
const pattern5 = new RegExp("^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])T([01]\\d|2[0-3]):[0-5]\\d:([0-5]\\d|60)(\\.\\d+)?Z$", "u");
const schema36 = {"$schema":"https://json-schema.org/draft/2020-12/schema","$id":"https://tapedeck.dev/schemas/account.json","title":"Account","type":"object","required":["login","id","node_id","avatar_url","gravatar_id","url"],"properties":{"login":{"type":"string"},"id":{"$ref":"parts.json#/$defs/id"},"node_id":{"type":"string"},"avatar_url":{"$ref":"parts.json#/$defs/link"},"gravatar_id":{"type":"string"},"url":{"$ref":"parts.json#/$defs/link"},"html_url":{"$ref":"parts.json#/$defs/link"},"followers_url":{"$ref":"parts.json#/$defs/link"},"following_url":{"$ref":"parts.json#/$defs/link"},"gists_url":{"$ref":"parts.json#/$defs/link"},"starred_url":{"$ref":"parts.json#/$defs/link"},"subscriptions_url":{"$ref":"parts.json#/$defs/link"},"organizations_url":{"$ref":"parts.json#/$defs/link"},"repos_url":{"$ref":"parts.json#/$defs/link"},"events_url":{"$ref":"parts.json#/$defs/link"},"received_events_url":{"$ref":"parts.json#/$defs/link"},"type":{"type":"string"},"site_admin":{"type":"boolean"}}};

function validate23(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate23.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.login === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "login"},schema:schema36.required,parentSchema:schema36,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.id === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "id"},schema:schema36.required,parentSchema:schema36,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.node_id === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "node_id"},schema:schema36.required,parentSchema:schema36,data};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.avatar_url === undefined){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "avatar_url"},schema:schema36.required,parentSchema:schema36,data};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data.gravatar_id === undefined){
const err4 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "gravatar_id"},schema:schema36.required,parentSchema:schema36,data};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data.url === undefined){
const err5 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "url"},schema:schema36.required,parentSchema:schema36,data};
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
const err6 = {instancePath:instancePath+"/login",schemaPath:"#/properties/login/type",keyword:"type",params:{type: "string"},schema:schema36.properties.login.type,parentSchema:schema36.properties.login,data:data0};
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
const err9 = {instancePath:instancePath+"/node_id",schemaPath:"#/properties/node_id/type",keyword:"type",params:{type: "string"},schema:schema36.properties.node_id.type,parentSchema:schema36.properties.node_id,data:data2};
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
const err10 = {instancePath:instancePath+"/avatar_url",schemaPath:"parts.json#/$defs/link/type",keyword:"type",params:{type: "string"},schema:schema38.type,parentSchema:schema38,data:data3};
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
const err11 = {instancePath:instancePath+"/gravatar_id",schemaPath:"#/properties/gravatar_id/type",keyword:"type",params:{type: "string"},schema:schema36.properties.gravatar_id.type,parentSchema:schema36.properties.gravatar_id,data:data4};
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
const err12 = {instancePath:instancePath+"/url",schemaPath:"parts.json#/$defs/link/type",keyword:"type",params:{type: "string"},schema:schema38.type,parentSchema:schema38,data:data5};
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
const err13 = {instancePath:instancePath+"/html_url",schemaPath:"parts.json#/$defs/link/type",keyword:"type",params:{type: "string"},schema:schema38.type,parentSchema:schema38,data:data6};
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
const err14 = {instancePath:instancePath+"/followers_url",schemaPath:"parts.json#/$defs/link/type",keyword:"type",params:{type: "string"},schema:schema38.type,parentSchema:schema38,data:data7};
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
const err15 = {instancePath:instancePath+"/following_url",schemaPath:"parts.json#/$defs/link/type",keyword:"type",params:{type: "string"},schema:schema38.type,parentSchema:schema38,data:data8};
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
const err16 = {instancePath:instancePath+"/gists_url",schemaPath:"parts.json#/$defs/link/type",keyword:"type",params:{type: "string"},schema:schema38.type,parentSchema:schema38,data:data9};
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
const err17 = {instancePath:instancePath+"/starred_url",schemaPath:"parts.json#/$defs/link/type",keyword:"type",params:{type: "string"},schema:schema38.type,parentSchema:schema38,data:data10};
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
const err18 = {instancePath:instancePath+"/subscriptions_url",schemaPath:"parts.json#/$defs/link/type",keyword:"type",params:{type: "string"},schema:schema38.type,parentSchema:schema38,data:data11};
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
const err19 = {instancePath:instancePath+"/organizations_url",schemaPath:"parts.json#/$defs/link/type",keyword:"type",params:{type: "string"},schema:schema38.type,parentSchema:schema38,data:data12};
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
const err20 = {instancePath:instancePath+"/repos_url",schemaPath:"parts.json#/$defs/link/type",keyword:"type",params:{type: "string"},schema:schema38.type,parentSchema:schema38,data:data13};
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
const err21 = {instancePath:instancePath+"/events_url",schemaPath:"parts.json#/$defs/link/type",keyword:"type",params:{type: "string"},schema:schema38.type,parentSchema:schema38,data:data14};
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
const err22 = {instancePath:instancePath+"/received_events_url",schemaPath:"parts.json#/$defs/link/type",keyword:"type",params:{type: "string"},schema:schema38.type,parentSchema:schema38,data:data15};
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
const err23 = {instancePath:instancePath+"/type",schemaPath:"#/properties/type/type",keyword:"type",params:{type: "string"},schema:schema36.properties.type.type,parentSchema:schema36.properties.type,data:data16};
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
const err24 = {instancePath:instancePath+"/site_admin",schemaPath:"#/properties/site_admin/type",keyword:"type",params:{type: "boolean"},schema:schema36.properties.site_admin.type,parentSchema:schema36.properties.site_admin,data:data17};
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
const err25 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},schema:schema36.type,parentSchema:schema36,data};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
validate23.errors = vErrors;
return errors === 0;
}
validate23.evaluated = {"props":{"login":true,"id":true,"node_id":true,"avatar_url":true,"gravatar_id":true,"url":true,"html_url":true,"followers_url":true,"following_url":true,"gists_url":true,"starred_url":true,"subscriptions_url":true,"organizations_url":true,"repos_url":true,"events_url":true,"received_events_url":true,"type":true,"site_admin":true},"dynamicProps":false,"dynamicItems":false};


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
if(data.id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "id"},schema:schema32.required,parentSchema:schema32,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.node_id === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "node_id"},schema:schema32.required,parentSchema:schema32,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.name === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "name"},schema:schema32.required,parentSchema:schema32,data};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.full_name === undefined){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "full_name"},schema:schema32.required,parentSchema:schema32,data};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data.private === undefined){
const err4 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "private"},schema:schema32.required,parentSchema:schema32,data};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data.owner === undefined){
const err5 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "owner"},schema:schema32.required,parentSchema:schema32,data};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(data.html_url === undefined){
const err6 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "html_url"},schema:schema32.required,parentSchema:schema32,data};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(data.description === undefined){
const err7 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "description"},schema:schema32.required,parentSchema:schema32,data};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(data.fork === undefined){
const err8 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "fork"},schema:schema32.required,parentSchema:schema32,data};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if(data.url === undefined){
const err9 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "url"},schema:schema32.required,parentSchema:schema32,data};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if(data.forks_url === undefined){
const err10 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "forks_url"},schema:schema32.required,parentSchema:schema32,data};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
if(data.keys_url === undefined){
const err11 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "keys_url"},schema:schema32.required,parentSchema:schema32,data};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
if(data.collaborators_url === undefined){
const err12 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "collaborators_url"},schema:schema32.required,parentSchema:schema32,data};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
if(data.teams_url === undefined){
const err13 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "teams_url"},schema:schema32.required,parentSchema:schema32,data};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
if(data.hooks_url === undefined){
const err14 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "hooks_url"},schema:schema32.required,parentSchema:schema32,data};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
if(data.issue_events_url === undefined){
const err15 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "issue_events_url"},schema:schema32.required,parentSchema:schema32,data};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
if(data.events_url === undefined){
const err16 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "events_url"},schema:schema32.required,parentSchema:schema32,data};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
if(data.assignees_url === undefined){
const err17 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "assignees_url"},schema:schema32.required,parentSchema:schema32,data};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
if(data.branches_url === undefined){
const err18 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "branches_url"},schema:schema32.required,parentSchema:schema32,data};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
if(data.tags_url === undefined){
const err19 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "tags_url"},schema:schema32.required,parentSchema:schema32,data};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
if(data.blobs_url === undefined){
const err20 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "blobs_url"},schema:schema32.required,parentSchema:schema32,data};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
if(data.git_tags_url === undefined){
const err21 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "git_tags_url"},schema:schema32.required,parentSchema:schema32,data};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
if(data.git_refs_url === undefined){
const err22 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "git_refs_url"},schema:schema32.required,parentSchema:schema32,data};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
if(data.trees_url === undefined){
const err23 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "trees_url"},schema:schema32.required,parentSchema:schema32,data};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
if(data.statuses_url === undefined){
const err24 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "statuses_url"},schema:schema32.required,parentSchema:schema32,data};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
if(data.languages_url === undefined){
const err25 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "languages_url"},schema:schema32.required,parentSchema:schema32,data};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
if(data.stargazers_url === undefined){
const err26 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "stargazers_url"},schema:schema32.required,parentSchema:schema32,data};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
if(data.contributors_url === undefined){
const err27 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "contributors_url"},schema:schema32.required,parentSchema:schema32,data};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
if(data.subscribers_url === undefined){
const err28 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "subscribers_url"},schema:schema32.required,parentSchema:schema32,data};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
if(data.subscription_url === undefined){
const err29 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "subscription_url"},schema:schema32.required,parentSchema:schema32,data};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
if(data.commits_url === undefined){
const err30 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "commits_url"},schema:schema32.required,parentSchema:schema32,data};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
if(data.git_commits_url === undefined){
const err31 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "git_commits_url"},schema:schema32.required,parentSchema:schema32,data};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
if(data.comments_url === undefined){
const err32 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "comments_url"},schema:schema32.required,parentSchema:schema32,data};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
if(data.issue_comment_url === undefined){
const err33 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "issue_comment_url"},schema:schema32.required,parentSchema:schema32,data};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
if(data.contents_url === undefined){
const err34 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "contents_url"},schema:schema32.required,parentSchema:schema32,data};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
if(data.compare_url === undefined){
const err35 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "compare_url"},schema:schema32.required,parentSchema:schema32,data};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
if(data.merges_url === undefined){
const err36 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "merges_url"},schema:schema32.required,parentSchema:schema32,data};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
if(data.archive_url === undefined){
const err37 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "archive_url"},schema:schema32.required,parentSchema:schema32,data};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
}
if(data.downloads_url === undefined){
const err38 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "downloads_url"},schema:schema32.required,parentSchema:schema32,data};
if(vErrors === null){
vErrors = [err38];
}
else {
vErrors.push(err38);
}
errors++;
}
if(data.issues_url === undefined){
const err39 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "issues_url"},schema:schema32.required,parentSchema:schema32,data};
if(vErrors === null){
vErrors = [err39];
}
else {
vErrors.push(err39);
}
errors++;
}
if(data.pulls_url === undefined){
const err40 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "pulls_url"},schema:schema32.required,parentSchema:schema32,data};
if(vErrors === null){
vErrors = [err40];
}
else {
vErrors.push(err40);
}
errors++;
}
if(data.milestones_url === undefined){
const err41 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "milestones_url"},schema:schema32.required,parentSchema:schema32,data};
if(vErrors === null){
vErrors = [err41];
}
else {
vErrors.push(err41);
}
errors++;
}
if(data.notifications_url === undefined){
const err42 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "notifications_url"},schema:schema32.required,parentSchema:schema32,data};
if(vErrors === null){
vErrors = [err42];
}
else {
vErrors.push(err42);
}
errors++;
}
if(data.labels_url === undefined){
const err43 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "labels_url"},schema:schema32.required,parentSchema:schema32,data};
if(vErrors === null){
vErrors = [err43];
}
else {
vErrors.push(err43);
}
errors++;
}
if(data.releases_url === undefined){
const err44 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "releases_url"},schema:schema32.required,parentSchema:schema32,data};
if(vErrors === null){
vErrors = [err44];
}
else {
vErrors.push(err44);
}
errors++;
}
if(data.deployments_url === undefined){
const err45 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "deployments_url"},schema:schema32.required,parentSchema:schema32,data};
if(vErrors === null){
vErrors = [err45];
}
else {
vErrors.push(err45);
}
errors++;
}
if(data.created_at === undefined){
const err46 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "created_at"},schema:schema32.required,parentSchema:schema32,data};
if(vErrors === null){
vErrors = [err46];
}
else {
vErrors.push(err46);
}
errors++;
}
if(data.updated_at === undefined){
const err47 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "updated_at"},schema:schema32.required,parentSchema:schema32,data};
if(vErrors === null){
vErrors = [err47];
}
else {
vErrors.push(err47);
}
errors++;
}
if(data.pushed_at === undefined){
const err48 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "pushed_at"},schema:schema32.required,parentSchema:schema32,data};
if(vErrors === null){
vErrors = [err48];
}
else {
vErrors.push(err48);
}
errors++;
}
if(data.git_url === undefined){
const err49 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "git_url"},schema:schema32.required,parentSchema:schema32,data};
if(vErrors === null){
vErrors = [err49];
}
else {
vErrors.push(err49);
}
errors++;
}
if(data.ssh_url === undefined){
const err50 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "ssh_url"},schema:schema32.required,parentSchema:schema32,data};
if(vErrors === null){
vErrors = [err50];
}
else {
vErrors.push(err50);
}
errors++;
}
if(data.clone_url === undefined){
const err51 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "clone_url"},schema:schema32.required,parentSchema:schema32,data};
if(vErrors === null){
vErrors = [err51];
}
else {
vErrors.push(err51);
}
errors++;
}
if(data.svn_url === undefined){
const err52 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "svn_url"},schema:schema32.required,parentSchema:schema32,data};
if(vErrors === null){
vErrors = [err52];
}
else {
vErrors.push(err52);
}
errors++;
}
if(data.homepage === undefined){
const err53 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "homepage"},schema:schema32.required,parentSchema:schema32,data};
if(vErrors === null){
vErrors = [err53];
}
else {
vErrors.push(err53);
}
errors++;
}
if(data.size === undefined){
const err54 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "size"},schema:schema32.required,parentSchema:schema32,data};
if(vErrors === null){
vErrors = [err54];
}
else {
vErrors.push(err54);
}
errors++;
}
if(data.stargazers_count === undefined){
const err55 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "stargazers_count"},schema:schema32.required,parentSchema:schema32,data};
if(vErrors === null){
vErrors = [err55];
}
else {
vErrors.push(err55);
}
errors++;
}
if(data.watchers_count === undefined){
const err56 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "watchers_count"},schema:schema32.required,parentSchema:schema32,data};
if(vErrors === null){
vErrors = [err56];
}
else {
vErrors.push(err56);
}
errors++;
}
if(data.forks_count === undefined){
const err57 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "forks_count"},schema:schema32.required,parentSchema:schema32,data};
if(vErrors === null){
vErrors = [err57];
}
else {
vErrors.push(err57);
}
errors++;
}
if(data.open_issues_count === undefined){
const err58 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "open_issues_count"},schema:schema32.required,parentSchema:schema32,data};
if(vErrors === null){
vErrors = [err58];
}
else {
vErrors.push(err58);
}
errors++;
}
if(data.has_issues === undefined){
const err59 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "has_issues"},schema:schema32.required,parentSchema:schema32,data};
if(vErrors === null){
vErrors = [err59];
}
else {
vErrors.push(err59);
}
errors++;
}
if(data.has_projects === undefined){
const err60 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "has_projects"},schema:schema32.required,parentSchema:schema32,data};
if(vErrors === null){
vErrors = [err60];
}
else {
vErrors.push(err60);
}
errors++;
}
if(data.has_downloads === undefined){
const err61 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "has_downloads"},schema:schema32.required,parentSchema:schema32,data};
if(vErrors === null){
vErrors = [err61];
}
else {
vErrors.push(err61);
}
errors++;
}
if(data.has_wiki === undefined){
const err62 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "has_wiki"},schema:schema32.required,parentSchema:schema32,data};
if(vErrors === null){
vErrors = [err62];
}
else {
vErrors.push(err62);
}
errors++;
}
if(data.has_pages === undefined){
const err63 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "has_pages"},schema:schema32.required,parentSchema:schema32,data};
if(vErrors === null){
vErrors = [err63];
}
else {
vErrors.push(err63);
}
errors++;
}
if(data.archived === undefined){
const err64 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "archived"},schema:schema32.required,parentSchema:schema32,data};
if(vErrors === null){
vErrors = [err64];
}
else {
vErrors.push(err64);
}
errors++;
}
if(data.disabled === undefined){
const err65 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "disabled"},schema:schema32.required,parentSchema:schema32,data};
if(vErrors === null){
vErrors = [err65];
}
else {
vErrors.push(err65);
}
errors++;
}
if(data.mirror_url === undefined){
const err66 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "mirror_url"},schema:schema32.required,parentSchema:schema32,data};
if(vErrors === null){
vErrors = [err66];
}
else {
vErrors.push(err66);
}
errors++;
}
if(data.default_branch === undefined){
const err67 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "default_branch"},schema:schema32.required,parentSchema:schema32,data};
if(vErrors === null){
vErrors = [err67];
}
else {
vErrors.push(err67);
}
errors++;
}
if(data.id !== undefined){
let data0 = data.id;
if(!(((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0))) && (isFinite(data0)))){
const err68 = {instancePath:instancePath+"/id",schemaPath:"parts.json#/$defs/id/type",keyword:"type",params:{type: "integer"},schema:schema34.type,parentSchema:schema34,data:data0};
if(vErrors === null){
vErrors = [err68];
}
else {
vErrors.push(err68);
}
errors++;
}
if((typeof data0 == "number") && (isFinite(data0))){
if(data0 < 0 || isNaN(data0)){
const err69 = {instancePath:instancePath+"/id",schemaPath:"parts.json#/$defs/id/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},schema:0,parentSchema:schema34,data:data0};
if(vErrors === null){
vErrors = [err69];
}
else {
vErrors.push(err69);
}
errors++;
}
}
}
if(data.node_id !== undefined){
let data1 = data.node_id;
if(typeof data1 !== "string"){
const err70 = {instancePath:instancePath+"/node_id",schemaPath:"#/properties/node_id/type",keyword:"type",params:{type: "string"},schema:schema32.properties.node_id.type,parentSchema:schema32.properties.node_id,data:data1};
if(vErrors === null){
vErrors = [err70];
}
else {
vErrors.push(err70);
}
errors++;
}
}
if(data.name !== undefined){
let data2 = data.name;
if(typeof data2 !== "string"){
const err71 = {instancePath:instancePath+"/name",schemaPath:"#/properties/name/type",keyword:"type",params:{type: "string"},schema:schema32.properties.name.type,parentSchema:schema32.properties.name,data:data2};
if(vErrors === null){
vErrors = [err71];
}
else {
vErrors.push(err71);
}
errors++;
}
}
if(data.full_name !== undefined){
let data3 = data.full_name;
if(typeof data3 === "string"){
if(!pattern4.test(data3)){
const err72 = {instancePath:instancePath+"/full_name",schemaPath:"parts.json#/$defs/full-name/pattern",keyword:"pattern",params:{pattern: "^[^/\\s]+/[^/\\s]+$"},schema:"^[^/\\s]+/[^/\\s]+$",parentSchema:schema35,data:data3};
if(vErrors === null){
vErrors = [err72];
}
else {
vErrors.push(err72);
}
errors++;
}
}
else {
const err73 = {instancePath:instancePath+"/full_name",schemaPath:"parts.json#/$defs/full-name/type",keyword:"type",params:{type: "string"},schema:schema35.type,parentSchema:schema35,data:data3};
if(vErrors === null){
vErrors = [err73];
}
else {
vErrors.push(err73);
}
errors++;
}
}
if(data.private !== undefined){
let data4 = data.private;
if(typeof data4 !== "boolean"){
const err74 = {instancePath:instancePath+"/private",schemaPath:"#/properties/private/type",keyword:"type",params:{type: "boolean"},schema:schema32.properties.private.type,parentSchema:schema32.properties.private,data:data4};
if(vErrors === null){
vErrors = [err74];
}
else {
vErrors.push(err74);
}
errors++;
}
}
if(data.owner !== undefined){
if(!(validate23(data.owner, {instancePath:instancePath+"/owner",parentData:data,parentDataProperty:"owner",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate23.errors : vErrors.concat(validate23.errors);
errors = vErrors.length;
}
}
if(data.html_url !== undefined){
let data6 = data.html_url;
if(typeof data6 !== "string"){
const err75 = {instancePath:instancePath+"/html_url",schemaPath:"parts.json#/$defs/link/type",keyword:"type",params:{type: "string"},schema:schema38.type,parentSchema:schema38,data:data6};
if(vErrors === null){
vErrors = [err75];
}
else {
vErrors.push(err75);
}
errors++;
}
}
if(data.description !== undefined){
let data7 = data.description;
if((typeof data7 !== "string") && (data7 !== null)){
const err76 = {instancePath:instancePath+"/description",schemaPath:"#/properties/description/type",keyword:"type",params:{type: schema32.properties.description.type},schema:schema32.properties.description.type,parentSchema:schema32.properties.description,data:data7};
if(vErrors === null){
vErrors = [err76];
}
else {
vErrors.push(err76);
}
errors++;
}
}
if(data.fork !== undefined){
let data8 = data.fork;
if(typeof data8 !== "boolean"){
const err77 = {instancePath:instancePath+"/fork",schemaPath:"#/properties/fork/type",keyword:"type",params:{type: "boolean"},schema:schema32.properties.fork.type,parentSchema:schema32.properties.fork,data:data8};
if(vErrors === null){
vErrors = [err77];
}
else {
vErrors.push(err77);
}
errors++;
}
}
if(data.url !== undefined){
let data9 = data.url;
if(typeof data9 !== "string"){
const err78 = {instancePath:instancePath+"/url",schemaPath:"parts.json#/$defs/link/type",keyword:"type",params:{type: "string"},schema:schema38.type,parentSchema:schema38,data:data9};
if(vErrors === null){
vErrors = [err78];
}
else {
vErrors.push(err78);
}
errors++;
}
}
if(data.forks_url !== undefined){
let data10 = data.forks_url;
if(typeof data10 !== "string"){
const err79 = {instancePath:instancePath+"/forks_url",schemaPath:"parts.json#/$defs/link/type",keyword:"type",params:{type: "string"},schema:schema38.type,parentSchema:schema38,data:data10};
if(vErrors === null){
vErrors = [err79];
}
else {
vErrors.push(err79);
}
errors++;
}
}
if(data.keys_url !== undefined){
let data11 = data.keys_url;
if(typeof data11 !== "string"){
const err80 = {instancePath:instancePath+"/keys_url",schemaPath:"parts.json#/$defs/link/type",keyword:"type",params:{type: "string"},schema:schema38.type,parentSchema:schema38,data:data11};
if(vErrors === null){
vErrors = [err80];
}
else {
vErrors.push(err80);
}
errors++;
}
}
if(data.collaborators_url !== undefined){
let data12 = data.collaborators_url;
if(typeof data12 !== "string"){
const err81 = {instancePath:instancePath+"/collaborators_url",schemaPath:"parts.json#/$defs/link/type",keyword:"type",params:{type: "string"},schema:schema38.type,parentSchema:schema38,data:data12};
if(vErrors === null){
vErrors = [err81];
}
else {
vErrors.push(err81);
}
errors++;
}
}
if(data.teams_url !== undefined){
let data13 = data.teams_url;
if(typeof data13 !== "string"){
const err82 = {instancePath:instancePath+"/teams_url",schemaPath:"parts.json#/$defs/link/type",keyword:"type",params:{type: "string"},schema:schema38.type,parentSchema:schema38,data:data13};
if(vErrors === null){
vErrors = [err82];
}
else {
vErrors.push(err82);
}
errors++;
}
}
if(data.hooks_url !== undefined){
let data14 = data.hooks_url;
if(typeof data14 !== "string"){
const err83 = {instancePath:instancePath+"/hooks_url",schemaPath:"parts.json#/$defs/link/type",keyword:"type",params:{type: "string"},schema:schema38.type,parentSchema:schema38,data:data14};
if(vErrors === null){
vErrors = [err83];
}
else {
vErrors.push(err83);
}
errors++;
}
}
if(data.issue_events_url !== undefined){
let data15 = data.issue_events_url;
if(typeof data15 !== "string"){
const err84 = {instancePath:instancePath+"/issue_events_url",schemaPath:"parts.json#/$defs/link/type",keyword:"type",params:{type: "string"},schema:schema38.type,parentSchema:schema38,data:data15};
if(vErrors === null){
vErrors = [err84];
}
else {
vErrors.push(err84);
}
errors++;
}
}
if(data.events_url !== undefined){
let data16 = data.events_url;
if(typeof data16 !== "string"){
const err85 = {instancePath:instancePath+"/events_url",schemaPath:"parts.json#/$defs/link/type",keyword:"type",params:{type: "string"},schema:schema38.type,parentSchema:schema38,data:data16};
if(vErrors === null){
vErrors = [err85];
}
else {
vErrors.push(err85);
}
errors++;
}
}
if(data.assignees_url !== undefined){
let data17 = data.assignees_url;
if(typeof data17 !== "string"){
const err86 = {instancePath:instancePath+"/assignees_url",schemaPath:"parts.json#/$defs/link/type",keyword:"type",params:{type: "string"},schema:schema38.type,parentSchema:schema38,data:data17};
if(vErrors === null){
vErrors = [err86];
}
else {
vErrors.push(err86);
}
errors++;
}
}
if(data.branches_url !== undefined){
let data18 = data.branches_url;
if(typeof data18 !== "string"){
const err87 = {instancePath:instancePath+"/branches_url",schemaPath:"parts.json#/$defs/link/type",keyword:"type",params:{type: "string"},schema:schema38.type,parentSchema:schema38,data:data18};
if(vErrors === null){
vErrors = [err87];
}
else {
vErrors.push(err87);
}
errors++;
}
}
if(data.tags_url !== undefined){
let data19 = data.tags_url;
if(typeof data19 !== "string"){
const err88 = {instancePath:instancePath+"/tags_url",schemaPath:"parts.json#/$defs/link/type",keyword:"type",params:{type: "string"},schema:schema38.type,parentSchema:schema38,data:data19};
if(vErrors === null){
vErrors = [err88];
}
else {
vErrors.push(err88);
}
errors++;
}
}
if(data.blobs_url !== undefined){
let data20 = data.blobs_url;
if(typeof data20 !== "string"){
const err89 = {instancePath:instancePath+"/blobs_url",schemaPath:"parts.json#/$defs/link/type",keyword:"type",params:{type: "string"},schema:schema38.type,parentSchema:schema38,data:data20};
if(vErrors === null){
vErrors = [err89];
}
else {
vErrors.push(err89);
}
errors++;
}
}
if(data.git_tags_url !== undefined){
let data21 = data.git_tags_url;
if(typeof data21 !== "string"){
const err90 = {instancePath:instancePath+"/git_tags_url",schemaPath:"parts.json#/$defs/link/type",keyword:"type",params:{type: "string"},schema:schema38.type,parentSchema:schema38,data:data21};
if(vErrors === null){
vErrors = [err90];
}
else {
vErrors.push(err90);
}
errors++;
}
}
if(data.git_refs_url !== undefined){
let data22 = data.git_refs_url;
if(typeof data22 !== "string"){
const err91 = {instancePath:instancePath+"/git_refs_url",schemaPath:"parts.json#/$defs/link/type",keyword:"type",params:{type: "string"},schema:schema38.type,parentSchema:schema38,data:data22};
if(vErrors === null){
vErrors = [err91];
}
else {
vErrors.push(err91);
}
errors++;
}
}
if(data.trees_url !== undefined){
let data23 = data.trees_url;
if(typeof data23 !== "string"){
const err92 = {instancePath:instancePath+"/trees_url",schemaPath:"parts.json#/$defs/link/type",keyword:"type",params:{type: "string"},schema:schema38.type,parentSchema:schema38,data:data23};
if(vErrors === null){
vErrors = [err92];
}
else {
vErrors.push(err92);
}
errors++;
}
}
if(data.statuses_url !== undefined){
let data24 = data.statuses_url;
if(typeof data24 !== "string"){
const err93 = {instancePath:instancePath+"/statuses_url",schemaPath:"parts.json#/$defs/link/type",keyword:"type",params:{type: "string"},schema:schema38.type,parentSchema:schema38,data:data24};
if(vErrors === null){
vErrors = [err93];
}
else {
vErrors.push(err93);
}
errors++;
}
}
if(data.languages_url !== undefined){
let data25 = data.languages_url;
if(typeof data25 !== "string"){
const err94 = {instancePath:instancePath+"/languages_url",schemaPath:"parts.json#/$defs/link/type",keyword:"type",params:{type: "string"},schema:schema38.type,parentSchema:schema38,data:data25};
if(vErrors === null){
vErrors = [err94];
}
else {
vErrors.push(err94);
}
errors++;
}
}
if(data.stargazers_url !== undefined){
let data26 = data.stargazers_url;
if(typeof data26 !== "string"){
const err95 = {instancePath:instancePath+"/stargazers_url",schemaPath:"parts.json#/$defs/link/type",keyword:"type",params:{type: "string"},schema:schema38.type,parentSchema:schema38,data:data26};
if(vErrors === null){
vErrors = [err95];
}
else {
vErrors.push(err95);
}
errors++;
}
}
if(data.contributors_url !== undefined){
let data27 = data.contributors_url;
if(typeof data27 !== "string"){
const err96 = {instancePath:instancePath+"/contributors_url",schemaPath:"parts.json#/$defs/link/type",keyword:"type",params:{type: "string"},schema:schema38.type,parentSchema:schema38,data:data27};
if(vErrors === null){
vErrors = [err96];
}
else {
vErrors.push(err96);
}
errors++;
}
}
if(data.subscribers_url !== undefined){
let data28 = data.subscribers_url;
if(typeof data28 !== "string"){
const err97 = {instancePath:instancePath+"/subscribers_url",schemaPath:"parts.json#/$defs/link/type",keyword:"type",params:{type: "string"},schema:schema38.type,parentSchema:schema38,data:data28};
if(vErrors === null){
vErrors = [err97];
}
else {
vErrors.push(err97);
}
errors++;
}
}
if(data.subscription_url !== undefined){
let data29 = data.subscription_url;
if(typeof data29 !== "string"){
const err98 = {instancePath:instancePath+"/subscription_url",schemaPath:"parts.json#/$defs/link/type",keyword:"type",params:{type: "string"},schema:schema38.type,parentSchema:schema38,data:data29};
if(vErrors === null){
vErrors = [err98];
}
else {
vErrors.push(err98);
}
errors++;
}
}
if(data.commits_url !== undefined){
let data30 = data.commits_url;
if(typeof data30 !== "string"){
const err99 = {instancePath:instancePath+"/commits_url",schemaPath:"parts.json#/$defs/link/type",keyword:"type",params:{type: "string"},schema:schema38.type,parentSchema:schema38,data:data30};
if(vErrors === null){
vErrors = [err99];
}
else {
vErrors.push(err99);
}
errors++;
}
}
if(data.git_commits_url !== undefined){
let data31 = data.git_commits_url;
if(typeof data31 !== "string"){
const err100 = {instancePath:instancePath+"/git_commits_url",schemaPath:"parts.json#/$defs/link/type",keyword:"type",params:{type: "string"},schema:schema38.type,parentSchema:schema38,data:data31};
if(vErrors === null){
vErrors = [err100];
}
else {
vErrors.push(err100);
}
errors++;
}
}
if(data.comments_url !== undefined){
let data32 = data.comments_url;
if(typeof data32 !== "string"){
const err101 = {instancePath:instancePath+"/comments_url",schemaPath:"parts.json#/$defs/link/type",keyword:"type",params:{type: "string"},schema:schema38.type,parentSchema:schema38,data:data32};
if(vErrors === null){
vErrors = [err101];
}
else {
vErrors.push(err101);
}
errors++;
}
}
if(data.issue_comment_url !== undefined){
let data33 = data.issue_comment_url;
if(typeof data33 !== "string"){
const err102 = {instancePath:instancePath+"/issue_comment_url",schemaPath:"parts.json#/$defs/link/type",keyword:"type",params:{type: "string"},schema:schema38.type,parentSchema:schema38,data:data33};
if(vErrors === null){
vErrors = [err102];
}
else {
vErrors.push(err102);
}
errors++;
}
}
if(data.contents_url !== undefined){
let data34 = data.contents_url;
if(typeof data34 !== "string"){
const err103 = {instancePath:instancePath+"/contents_url",schemaPath:"parts.json#/$defs/link/type",keyword:"type",params:{type: "string"},schema:schema38.type,parentSchema:schema38,data:data34};
if(vErrors === null){
vErrors = [err103];
}
else {
vErrors.push(err103);
}
errors++;
}
}
if(data.compare_url !== undefined){
let data35 = data.compare_url;
if(typeof data35 !== "string"){
const err104 = {instancePath:instancePath+"/compare_url",schemaPath:"parts.json#/$defs/link/type",keyword:"type",params:{type: "string"},schema:schema38.type,parentSchema:schema38,data:data35};
if(vErrors === null){
vErrors = [err104];
}
else {
vErrors.push(err104);
}
errors++;
}
}
if(data.merges_url !== undefined){
let data36 = data.merges_url;
if(typeof data36 !== "string"){
const err105 = {instancePath:instancePath+"/merges_url",schemaPath:"parts.json#/$defs/link/type",keyword:"type",params:{type: "string"},schema:schema38.type,parentSchema:schema38,data:data36};
if(vErrors === null){
vErrors = [err105];
}
else {
vErrors.push(err105);
}
errors++;
}
}
if(data.archive_url !== undefined){
let data37 = data.archive_url;
if(typeof data37 !== "string"){
const err106 = {instancePath:instancePath+"/archive_url",schemaPath:"parts.json#/$defs/link/type",keyword:"type",params:{type: "string"},schema:schema38.type,parentSchema:schema38,data:data37};
if(vErrors === null){
vErrors = [err106];
}
else {
vErrors.push(err106);
}
errors++;
}
}
if(data.downloads_url !== undefined){
let data38 = data.downloads_url;
if(typeof data38 !== "string"){
const err107 = {instancePath:instancePath+"/downloads_url",schemaPath:"parts.json#/$defs/link/type",keyword:"type",params:{type: "string"},schema:schema38.type,parentSchema:schema38,data:data38};
if(vErrors === null){
vErrors = [err107];
}
else {
vErrors.push(err107);
}
errors++;
}
}
if(data.issues_url !== undefined){
let data39 = data.issues_url;
if(typeof data39 !== "string"){
const err108 = {instancePath:instancePath+"/issues_url",schemaPath:"parts.json#/$defs/link/type",keyword:"type",params:{type: "string"},schema:schema38.type,parentSchema:schema38,data:data39};
if(vErrors === null){
vErrors = [err108];
}
else {
vErrors.push(err108);
}
errors++;
}
}
if(data.pulls_url !== undefined){
let data40 = data.pulls_url;
if(typeof data40 !== "string"){
const err109 = {instancePath:instancePath+"/pulls_url",schemaPath:"parts.json#/$defs/link/type",keyword:"type",params:{type: "string"},schema:schema38.type,parentSchema:schema38,data:data40};
if(vErrors === null){
vErrors = [err109];
}
else {
vErrors.push(err109);
}
errors++;
}
}
if(data.milestones_url !== undefined){
let data41 = data.milestones_url;
if(typeof data41 !== "string"){
const err110 = {instancePath:instancePath+"/milestones_url",schemaPath:"parts.json#/$defs/link/type",keyword:"type",params:{type: "string"},schema:schema38.type,parentSchema:schema38,data:data41};
if(vErrors === null){
vErrors = [err110];
}
else {
vErrors.push(err110);
}
errors++;
}
}
if(data.notifications_url !== undefined){
let data42 = data.notifications_url;
if(typeof data42 !== "string"){
const err111 = {instancePath:instancePath+"/notifications_url",schemaPath:"parts.json#/$defs/link/type",keyword:"type",params:{type: "string"},schema:schema38.type,parentSchema:schema38,data:data42};
if(vErrors === null){
vErrors = [err111];
}
else {
vErrors.push(err111);
}
errors++;
}
}
if(data.labels_url !== undefined){
let data43 = data.labels_url;
if(typeof data43 !== "string"){
const err112 = {instancePath:instancePath+"/labels_url",schemaPath:"parts.json#/$defs/link/type",keyword:"type",params:{type: "string"},schema:schema38.type,parentSchema:schema38,data:data43};
if(vErrors === null){
vErrors = [err112];
}
else {
vErrors.push(err112);
}
errors++;
}
}
if(data.releases_url !== undefined){
let data44 = data.releases_url;
if(typeof data44 !== "string"){
const err113 = {instancePath:instancePath+"/releases_url",schemaPath:"parts.json#/$defs/link/type",keyword:"type",params:{type: "string"},schema:schema38.type,parentSchema:schema38,data:data44};
if(vErrors === null){
vErrors = [err113];
}
else {
vErrors.push(err113);
}
errors++;
}
}
if(data.deployments_url !== undefined){
let data45 = data.deployments_url;
if(typeof data45 !== "string"){
const err114 = {instancePath:instancePath+"/deployments_url",schemaPath:"parts.json#/$defs/link/type",keyword:"type",params:{type: "string"},schema:schema38.type,parentSchema:schema38,data:data45};
if(vErrors === null){
vErrors = [err114];
}
else {
vErrors.push(err114);
}
errors++;
}
}
if(data.created_at !== undefined){
let data46 = data.created_at;
if(typeof data46 === "string"){
if(!pattern5.test(data46)){
const err115 = {instancePath:instancePath+"/created_at",schemaPath:"parts.json#/$defs/timestamp/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])T([01]\\d|2[0-3]):[0-5]\\d:([0-5]\\d|60)(\\.\\d+)?Z$"},schema:"^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])T([01]\\d|2[0-3]):[0-5]\\d:([0-5]\\d|60)(\\.\\d+)?Z$",parentSchema:schema88,data:data46};
if(vErrors === null){
vErrors = [err115];
}
else {
vErrors.push(err115);
}
errors++;
}
}
else {
const err116 = {instancePath:instancePath+"/created_at",schemaPath:"parts.json#/$defs/timestamp/type",keyword:"type",params:{type: "string"},schema:schema88.type,parentSchema:schema88,data:data46};
if(vErrors === null){
vErrors = [err116];
}
else {
vErrors.push(err116);
}
errors++;
}
}
if(data.updated_at !== undefined){
let data47 = data.updated_at;
if(typeof data47 === "string"){
if(!pattern5.test(data47)){
const err117 = {instancePath:instancePath+"/updated_at",schemaPath:"parts.json#/$defs/timestamp/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])T([01]\\d|2[0-3]):[0-5]\\d:([0-5]\\d|60)(\\.\\d+)?Z$"},schema:"^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])T([01]\\d|2[0-3]):[0-5]\\d:([0-5]\\d|60)(\\.\\d+)?Z$",parentSchema:schema88,data:data47};
if(vErrors === null){
vErrors = [err117];
}
else {
vErrors.push(err117);
}
errors++;
}
}
else {
const err118 = {instancePath:instancePath+"/updated_at",schemaPath:"parts.json#/$defs/timestamp/type",keyword:"type",params:{type: "string"},schema:schema88.type,parentSchema:schema88,data:data47};
if(vErrors === null){
vErrors = [err118];
}
else {
vErrors.push(err118);
}
errors++;
}
}
if(data.pushed_at !== undefined){
let data48 = data.pushed_at;
const _errs139 = errors;
let valid43 = false;
const _errs140 = errors;
if(typeof data48 === "string"){
if(!pattern5.test(data48)){
const err119 = {instancePath:instancePath+"/pushed_at",schemaPath:"parts.json#/$defs/timestamp/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])T([01]\\d|2[0-3]):[0-5]\\d:([0-5]\\d|60)(\\.\\d+)?Z$"},schema:"^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])T([01]\\d|2[0-3]):[0-5]\\d:([0-5]\\d|60)(\\.\\d+)?Z$",parentSchema:schema88,data:data48};
if(vErrors === null){
vErrors = [err119];
}
else {
vErrors.push(err119);
}
errors++;
}
}
else {
const err120 = {instancePath:instancePath+"/pushed_at",schemaPath:"parts.json#/$defs/timestamp/type",keyword:"type",params:{type: "string"},schema:schema88.type,parentSchema:schema88,data:data48};
if(vErrors === null){
vErrors = [err120];
}
else {
vErrors.push(err120);
}
errors++;
}
var _valid0 = _errs140 === errors;
valid43 = valid43 || _valid0;
const _errs143 = errors;
if(data48 !== null){
const err121 = {instancePath:instancePath+"/pushed_at",schemaPath:"#/properties/pushed_at/anyOf/1/type",keyword:"type",params:{type: "null"},schema:schema32.properties.pushed_at.anyOf[1].type,parentSchema:schema32.properties.pushed_at.anyOf[1],data:data48};
if(vErrors === null){
vErrors = [err121];
}
else {
vErrors.push(err121);
}
errors++;
}
var _valid0 = _errs143 === errors;
valid43 = valid43 || _valid0;
if(!valid43){
const err122 = {instancePath:instancePath+"/pushed_at",schemaPath:"#/properties/pushed_at/anyOf",keyword:"anyOf",params:{},schema:schema32.properties.pushed_at.anyOf,parentSchema:schema32.properties.pushed_at,data:data48};
if(vErrors === null){
vErrors = [err122];
}
else {
vErrors.push(err122);
}
errors++;
}
else {
errors = _errs139;
if(vErrors !== null){
if(_errs139){
vErrors.length = _errs139;
}
else {
vErrors = null;
}
}
}
}
if(data.git_url !== undefined){
let data49 = data.git_url;
if(typeof data49 !== "string"){
const err123 = {instancePath:instancePath+"/git_url",schemaPath:"#/properties/git_url/type",keyword:"type",params:{type: "string"},schema:schema32.properties.git_url.type,parentSchema:schema32.properties.git_url,data:data49};
if(vErrors === null){
vErrors = [err123];
}
else {
vErrors.push(err123);
}
errors++;
}
}
if(data.ssh_url !== undefined){
let data50 = data.ssh_url;
if(typeof data50 !== "string"){
const err124 = {instancePath:instancePath+"/ssh_url",schemaPath:"#/properties/ssh_url/type",keyword:"type",params:{type: "string"},schema:schema32.properties.ssh_url.type,parentSchema:schema32.properties.ssh_url,data:data50};
if(vErrors === null){
vErrors = [err124];
}
else {
vErrors.push(err124);
}
errors++;
}
}
if(data.clone_url !== undefined){
let data51 = data.clone_url;
if(typeof data51 !== "string"){
const err125 = {instancePath:instancePath+"/clone_url",schemaPath:"#/properties/clone_url/type",keyword:"type",params:{type: "string"},schema:schema32.properties.clone_url.type,parentSchema:schema32.properties.clone_url,data:data51};
if(vErrors === null){
vErrors = [err125];
}
else {
vErrors.push(err125);
}
errors++;
}
}
if(data.svn_url !== undefined){
let data52 = data.svn_url;
if(typeof data52 !== "string"){
const err126 = {instancePath:instancePath+"/svn_url",schemaPath:"#/properties/svn_url/type",keyword:"type",params:{type: "string"},schema:schema32.properties.svn_url.type,parentSchema:schema32.properties.svn_url,data:data52};
if(vErrors === null){
vErrors = [err126];
}
else {
vErrors.push(err126);
}
errors++;
}
}
if(data.homepage !== undefined){
let data53 = data.homepage;
if((typeof data53 !== "string") && (data53 !== null)){
const err127 = {instancePath:instancePath+"/homepage",schemaPath:"#/properties/homepage/type",keyword:"type",params:{type: schema32.properties.homepage.type},schema:schema32.properties.homepage.type,parentSchema:schema32.properties.homepage,data:data53};
if(vErrors === null){
vErrors = [err127];
}
else {
vErrors.push(err127);
}
errors++;
}
}
if(data.size !== undefined){
let data54 = data.size;
if(!(((typeof data54 == "number") && (!(data54 % 1) && !isNaN(data54))) && (isFinite(data54)))){
const err128 = {instancePath:instancePath+"/size",schemaPath:"parts.json#/$defs/count/type",keyword:"type",params:{type: "integer"},schema:schema91.type,parentSchema:schema91,data:data54};
if(vErrors === null){
vErrors = [err128];
}
else {
vErrors.push(err128);
}
errors++;
}
if((typeof data54 == "number") && (isFinite(data54))){
if(data54 < 0 || isNaN(data54)){
const err129 = {instancePath:instancePath+"/size",schemaPath:"parts.json#/$defs/count/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},schema:0,parentSchema:schema91,data:data54};
if(vErrors === null){
vErrors = [err129];
}
else {
vErrors.push(err129);
}
errors++;
}
}
}
if(data.stargazers_count !== undefined){
let data55 = data.stargazers_count;
if(!(((typeof data55 == "number") && (!(data55 % 1) && !isNaN(data55))) && (isFinite(data55)))){
const err130 = {instancePath:instancePath+"/stargazers_count",schemaPath:"parts.json#/$defs/count/type",keyword:"type",params:{type: "integer"},schema:schema91.type,parentSchema:schema91,data:data55};
if(vErrors === null){
vErrors = [err130];
}
else {
vErrors.push(err130);
}
errors++;
}
if((typeof data55 == "number") && (isFinite(data55))){
if(data55 < 0 || isNaN(data55)){
const err131 = {instancePath:instancePath+"/stargazers_count",schemaPath:"parts.json#/$defs/count/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},schema:0,parentSchema:schema91,data:data55};
if(vErrors === null){
vErrors = [err131];
}
else {
vErrors.push(err131);
}
errors++;
}
}
}
if(data.watchers_count !== undefined){
let data56 = data.watchers_count;
if(!(((typeof data56 == "number") && (!(data56 % 1) && !isNaN(data56))) && (isFinite(data56)))){
const err132 = {instancePath:instancePath+"/watchers_count",schemaPath:"parts.json#/$defs/count/type",keyword:"type",params:{type: "integer"},schema:schema91.type,parentSchema:schema91,data:data56};
if(vErrors === null){
vErrors = [err132];
}
else {
vErrors.push(err132);
}
errors++;
}
if((typeof data56 == "number") && (isFinite(data56))){
if(data56 < 0 || isNaN(data56)){
const err133 = {instancePath:instancePath+"/watchers_count",schemaPath:"parts.json#/$defs/count/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},schema:0,parentSchema:schema91,data:data56};
if(vErrors === null){
vErrors = [err133];
}
else {
vErrors.push(err133);
}
errors++;
}
}
}
if(data.watchers !== undefined){
let data57 = data.watchers;
if(!(((typeof data57 == "number") && (!(data57 % 1) && !isNaN(data57))) && (isFinite(data57)))){
const err134 = {instancePath:instancePath+"/watchers",schemaPath:"parts.json#/$defs/count/type",keyword:"type",params:{type: "integer"},schema:schema91.type,parentSchema:schema91,data:data57};
if(vErrors === null){
vErrors = [err134];
}
else {
vErrors.push(err134);
}
errors++;
}
if((typeof data57 == "number") && (isFinite(data57))){
if(data57 < 0 || isNaN(data57)){
const err135 = {instancePath:instancePath+"/watchers",schemaPath:"parts.json#/$defs/count/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},schema:0,parentSchema:schema91,data:data57};
if(vErrors === null){
vErrors = [err135];
}
else {
vErrors.push(err135);
}
errors++;
}
}
}
if(data.forks_count !== undefined){
let data58 = data.forks_count;
if(!(((typeof data58 == "number") && (!(data58 % 1) && !isNaN(data58))) && (isFinite(data58)))){
const err136 = {instancePath:instancePath+"/forks_count",schemaPath:"parts.json#/$defs/count/type",keyword:"type",params:{type: "integer"},schema:schema91.type,parentSchema:schema91,data:data58};
if(vErrors === null){
vErrors = [err136];
}
else {
vErrors.push(err136);
}
errors++;
}
if((typeof data58 == "number") && (isFinite(data58))){
if(data58 < 0 || isNaN(data58)){
const err137 = {instancePath:instancePath+"/forks_count",schemaPath:"parts.json#/$defs/count/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},schema:0,parentSchema:schema91,data:data58};
if(vErrors === null){
vErrors = [err137];
}
else {
vErrors.push(err137);
}
errors++;
}
}
}
if(data.forks !== undefined){
let data59 = data.forks;
if(!(((typeof data59 == "number") && (!(data59 % 1) && !isNaN(data59))) && (isFinite(data59)))){
const err138 = {instancePath:instancePath+"/forks",schemaPath:"parts.json#/$defs/count/type",keyword:"type",params:{type: "integer"},schema:schema91.type,parentSchema:schema91,data:data59};
if(vErrors === null){
vErrors = [err138];
}
else {
vErrors.push(err138);
}
errors++;
}
if((typeof data59 == "number") && (isFinite(data59))){
if(data59 < 0 || isNaN(data59)){
const err139 = {instancePath:instancePath+"/forks",schemaPath:"parts.json#/$defs/count/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},schema:0,parentSchema:schema91,data:data59};
if(vErrors === null){
vErrors = [err139];
}
else {
vErrors.push(err139);
}
errors++;
}
}
}
if(data.open_issues_count !== undefined){
let data60 = data.open_issues_count;
if(!(((typeof data60 == "number") && (!(data60 % 1) && !isNaN(data60))) && (isFinite(data60)))){
const err140 = {instancePath:instancePath+"/open_issues_count",schemaPath:"parts.json#/$defs/count/type",keyword:"type",params:{type: "integer"},schema:schema91.type,parentSchema:schema91,data:data60};
if(vErrors === null){
vErrors = [err140];
}
else {
vErrors.push(err140);
}
errors++;
}
if((typeof data60 == "number") && (isFinite(data60))){
if(data60 < 0 || isNaN(data60)){
const err141 = {instancePath:instancePath+"/open_issues_count",schemaPath:"parts.json#/$defs/count/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},schema:0,parentSchema:schema91,data:data60};
if(vErrors === null){
vErrors = [err141];
}
else {
vErrors.push(err141);
}
errors++;
}
}
}
if(data.open_issues !== undefined){
let data61 = data.open_issues;
if(!(((typeof data61 == "number") && (!(data61 % 1) && !isNaN(data61))) && (isFinite(data61)))){
const err142 = {instancePath:instancePath+"/open_issues",schemaPath:"parts.json#/$defs/count/type",keyword:"type",params:{type: "integer"},schema:schema91.type,parentSchema:schema91,data:data61};
if(vErrors === null){
vErrors = [err142];
}
else {
vErrors.push(err142);
}
errors++;
}
if((typeof data61 == "number") && (isFinite(data61))){
if(data61 < 0 || isNaN(data61)){
const err143 = {instancePath:instancePath+"/open_issues",schemaPath:"parts.json#/$defs/count/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},schema:0,parentSchema:schema91,data:data61};
if(vErrors === null){
vErrors = [err143];
}
else {
vErrors.push(err143);
}
errors++;
}
}
}
if(data.language !== undefined){
let data62 = data.language;
if((typeof data62 !== "string") && (data62 !== null)){
const err144 = {instancePath:instancePath+"/language",schemaPath:"#/properties/language/type",keyword:"type",params:{type: schema32.properties.language.type},schema:schema32.properties.language.type,parentSchema:schema32.properties.language,data:data62};
if(vErrors === null){
vErrors = [err144];
}
else {
vErrors.push(err144);
}
errors++;
}
}
if(data.has_issues !== undefined){
let data63 = data.has_issues;
if(typeof data63 !== "boolean"){
const err145 = {instancePath:instancePath+"/has_issues",schemaPath:"#/properties/has_issues/type",keyword:"type",params:{type: "boolean"},schema:schema32.properties.has_issues.type,parentSchema:schema32.properties.has_issues,data:data63};
if(vErrors === null){
vErrors = [err145];
}
else {
vErrors.push(err145);
}
errors++;
}
}
if(data.has_projects !== undefined){
let data64 = data.has_projects;
if(typeof data64 !== "boolean"){
const err146 = {instancePath:instancePath+"/has_projects",schemaPath:"#/properties/has_projects/type",keyword:"type",params:{type: "boolean"},schema:schema32.properties.has_projects.type,parentSchema:schema32.properties.has_projects,data:data64};
if(vErrors === null){
vErrors = [err146];
}
else {
vErrors.push(err146);
}
errors++;
}
}
if(data.has_downloads !== undefined){
let data65 = data.has_downloads;
if(typeof data65 !== "boolean"){
const err147 = {instancePath:instancePath+"/has_downloads",schemaPath:"#/properties/has_downloads/type",keyword:"type",params:{type: "boolean"},schema:schema32.properties.has_downloads.type,parentSchema:schema32.properties.has_downloads,data:data65};
if(vErrors === null){
vErrors = [err147];
}
else {
vErrors.push(err147);
}
errors++;
}
}
if(data.has_wiki !== undefined){
let data66 = data.has_wiki;
if(typeof data66 !== "boolean"){
const err148 = {instancePath:instancePath+"/has_wiki",schemaPath:"#/properties/has_wiki/type",keyword:"type",params:{type: "boolean"},schema:schema32.properties.has_wiki.type,parentSchema:schema32.properties.has_wiki,data:data66};
if(vErrors === null){
vErrors = [err148];
}
else {
vErrors.push(err148);
}
errors++;
}
}
if(data.has_pages !== undefined){
let data67 = data.has_pages;
if(typeof data67 !== "boolean"){
const err149 = {instancePath:instancePath+"/has_pages",schemaPath:"#/properties/has_pages/type",keyword:"type",params:{type: "boolean"},schema:schema32.properties.has_pages.type,parentSchema:schema32.properties.has_pages,data:data67};
if(vErrors === null){
vErrors = [err149];
}
else {
vErrors.push(err149);
}
errors++;
}
}
if(data.archived !== undefined){
let data68 = data.archived;
if(typeof data68 !== "boolean"){
const err150 = {instancePath:instancePath+"/archived",schemaPath:"#/properties/archived/type",keyword:"type",params:{type: "boolean"},schema:schema32.properties.archived.type,parentSchema:schema32.properties.archived,data:data68};
if(vErrors === null){
vErrors = [err150];
}
else {
vErrors.push(err150);
}
errors++;
}
}
if(data.disabled !== undefined){
let data69 = data.disabled;
if(typeof data69 !== "boolean"){
const err151 = {instancePath:instancePath+"/disabled",schemaPath:"#/properties/disabled/type",keyword:"type",params:{type: "boolean"},schema:schema32.properties.disabled.type,parentSchema:schema32.properties.disabled,data:data69};
if(vErrors === null){
vErrors = [err151];
}
else {
vErrors.push(err151);
}
errors++;
}
}
if(data.mirror_url !== undefined){
let data70 = data.mirror_url;
if((typeof data70 !== "string") && (data70 !== null)){
const err152 = {instancePath:instancePath+"/mirror_url",schemaPath:"#/properties/mirror_url/type",keyword:"type",params:{type: schema32.properties.mirror_url.type},schema:schema32.properties.mirror_url.type,parentSchema:schema32.properties.mirror_url,data:data70};
if(vErrors === null){
vErrors = [err152];
}
else {
vErrors.push(err152);
}
errors++;
}
}
if(data.temp_clone_token !== undefined){
let data71 = data.temp_clone_token;
if((typeof data71 !== "string") && (data71 !== null)){
const err153 = {instancePath:instancePath+"/temp_clone_token",schemaPath:"#/properties/temp_clone_token/type",keyword:"type",params:{type: schema32.properties.temp_clone_token.type},schema:schema32.properties.temp_clone_token.type,parentSchema:schema32.properties.temp_clone_token,data:data71};
if(vErrors === null){
vErrors = [err153];
}
else {
vErrors.push(err153);
}
errors++;
}
}
if(data.default_branch !== undefined){
let data72 = data.default_branch;
if(typeof data72 !== "string"){
const err154 = {instancePath:instancePath+"/default_branch",schemaPath:"#/properties/default_branch/type",keyword:"type",params:{type: "string"},schema:schema32.properties.default_branch.type,parentSchema:schema32.properties.default_branch,data:data72};
if(vErrors === null){
vErrors = [err154];
}
else {
vErrors.push(err154);
}
errors++;
}
}
if(data.license !== undefined){
let data73 = data.license;
const _errs202 = errors;
let valid53 = false;
const _errs203 = errors;
if(data73 && typeof data73 == "object" && !Array.isArray(data73)){
if(data73.key === undefined){
const err155 = {instancePath:instancePath+"/license",schemaPath:"license.json/required",keyword:"required",params:{missingProperty: "key"},schema:schema99.required,parentSchema:schema99,data:data73};
if(vErrors === null){
vErrors = [err155];
}
else {
vErrors.push(err155);
}
errors++;
}
if(data73.name === undefined){
const err156 = {instancePath:instancePath+"/license",schemaPath:"license.json/required",keyword:"required",params:{missingProperty: "name"},schema:schema99.required,parentSchema:schema99,data:data73};
if(vErrors === null){
vErrors = [err156];
}
else {
vErrors.push(err156);
}
errors++;
}
if(data73.spdx_id === undefined){
const err157 = {instancePath:instancePath+"/license",schemaPath:"license.json/required",keyword:"required",params:{missingProperty: "spdx_id"},schema:schema99.required,parentSchema:schema99,data:data73};
if(vErrors === null){
vErrors = [err157];
}
else {
vErrors.push(err157);
}
errors++;
}
if(data73.url === undefined){
const err158 = {instancePath:instancePath+"/license",schemaPath:"license.json/required",keyword:"required",params:{missingProperty: "url"},schema:schema99.required,parentSchema:schema99,data:data73};
if(vErrors === null){
vErrors = [err158];
}
else {
vErrors.push(err158);
}
errors++;
}
if(data73.node_id === undefined){
const err159 = {instancePath:instancePath+"/license",schemaPath:"license.json/required",keyword:"required",params:{missingProperty: "node_id"},schema:schema99.required,parentSchema:schema99,data:data73};
if(vErrors === null){
vErrors = [err159];
}
else {
vErrors.push(err159);
}
errors++;
}
if(data73.key !== undefined){
let data74 = data73.key;
if(typeof data74 !== "string"){
const err160 = {instancePath:instancePath+"/license/key",schemaPath:"license.json/properties/key/type",keyword:"type",params:{type: "string"},schema:schema99.properties.key.type,parentSchema:schema99.properties.key,data:data74};
if(vErrors === null){
vErrors = [err160];
}
else {
vErrors.push(err160);
}
errors++;
}
}
if(data73.name !== undefined){
let data75 = data73.name;
if(typeof data75 !== "string"){
const err161 = {instancePath:instancePath+"/license/name",schemaPath:"license.json/properties/name/type",keyword:"type",params:{type: "string"},schema:schema99.properties.name.type,parentSchema:schema99.properties.name,data:data75};
if(vErrors === null){
vErrors = [err161];
}
else {
vErrors.push(err161);
}
errors++;
}
}
if(data73.spdx_id !== undefined){
let data76 = data73.spdx_id;
if(typeof data76 !== "string"){
const err162 = {instancePath:instancePath+"/license/spdx_id",schemaPath:"license.json/properties/spdx_id/type",keyword:"type",params:{type: "string"},schema:schema99.properties.spdx_id.type,parentSchema:schema99.properties.spdx_id,data:data76};
if(vErrors === null){
vErrors = [err162];
}
else {
vErrors.push(err162);
}
errors++;
}
}
if(data73.url !== undefined){
let data77 = data73.url;
if((typeof data77 !== "string") && (data77 !== null)){
const err163 = {instancePath:instancePath+"/license/url",schemaPath:"license.json/properties/url/type",keyword:"type",params:{type: schema99.properties.url.type},schema:schema99.properties.url.type,parentSchema:schema99.properties.url,data:data77};
if(vErrors === null){
vErrors = [err163];
}
else {
vErrors.push(err163);
}
errors++;
}
}
if(data73.node_id !== undefined){
let data78 = data73.node_id;
if(typeof data78 !== "string"){
const err164 = {instancePath:instancePath+"/license/node_id",schemaPath:"license.json/properties/node_id/type",keyword:"type",params:{type: "string"},schema:schema99.properties.node_id.type,parentSchema:schema99.properties.node_id,data:data78};
if(vErrors === null){
vErrors = [err164];
}
else {
vErrors.push(err164);
}
errors++;
}
}
}
else {
const err165 = {instancePath:instancePath+"/license",schemaPath:"license.json/type",keyword:"type",params:{type: "object"},schema:schema99.type,parentSchema:schema99,data:data73};
if(vErrors === null){
vErrors = [err165];
}
else {
vErrors.push(err165);
}
errors++;
}
var _valid1 = _errs203 === errors;
valid53 = valid53 || _valid1;
if(_valid1){
var props0 = {};
props0.key = true;
props0.name = true;
props0.spdx_id = true;
props0.url = true;
props0.node_id = true;
}
const _errs216 = errors;
if(data73 !== null){
const err166 = {instancePath:instancePath+"/license",schemaPath:"#/properties/license/anyOf/1/type",keyword:"type",params:{type: "null"},schema:schema32.properties.license.anyOf[1].type,parentSchema:schema32.properties.license.anyOf[1],data:data73};
if(vErrors === null){
vErrors = [err166];
}
else {
vErrors.push(err166);
}
errors++;
}
var _valid1 = _errs216 === errors;
valid53 = valid53 || _valid1;
if(!valid53){
const err167 = {instancePath:instancePath+"/license",schemaPath:"#/properties/license/anyOf",keyword:"anyOf",params:{},schema:schema32.properties.license.anyOf,parentSchema:schema32.properties.license,data:data73};
if(vErrors === null){
vErrors = [err167];
}
else {
vErrors.push(err167);
}
errors++;
}
else {
errors = _errs202;
if(vErrors !== null){
if(_errs202){
vErrors.length = _errs202;
}
else {
vErrors = null;
}
}
}
}
}
else {
const err168 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},schema:schema32.type,parentSchema:schema32,data};
if(vErrors === null){
vErrors = [err168];
}
else {
vErrors.push(err168);
}
errors++;
}
validate21.errors = vErrors;
return errors === 0;
}
validate21.evaluated = {"props":{"id":true,"node_id":true,"name":true,"full_name":true,"private":true,"owner":true,"html_url":true,"description":true,"fork":true,"url":true,"forks_url":true,"keys_url":true,"collaborators_url":true,"teams_url":true,"hooks_url":true,"issue_events_url":true,"events_url":true,"assignees_url":true,"branches_url":true,"tags_url":true,"blobs_url":true,"git_tags_url":true,"git_refs_url":true,"trees_url":true,"statuses_url":true,"languages_url":true,"stargazers_url":true,"contributors_url":true,"subscribers_url":true,"subscription_url":true,"commits_url":true,"git_commits_url":true,"comments_url":true,"issue_comment_url":true,"contents_url":true,"compare_url":true,"merges_url":true,"archive_url":true,"downloads_url":true,"issues_url":true,"pulls_url":true,"milestones_url":true,"notifications_url":true,"labels_url":true,"releases_url":true,"deployments_url":true,"created_at":true,"updated_at":true,"pushed_at":true,"git_url":true,"ssh_url":true,"clone_url":true,"svn_url":true,"homepage":true,"size":true,"stargazers_count":true,"watchers_count":true,"watchers":true,"forks_count":true,"forks":true,"open_issues_count":true,"open_issues":true,"language":true,"has_issues":true,"has_projects":true,"has_downloads":true,"has_wiki":true,"has_pages":true,"archived":true,"disabled":true,"mirror_url":true,"temp_clone_token":true,"default_branch":true,"license":true},"dynamicProps":false,"dynamicItems":false};


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
if(data.watchers === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "watchers"},schema:schema31.required,parentSchema:schema31,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.forks === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "forks"},schema:schema31.required,parentSchema:schema31,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.open_issues === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "open_issues"},schema:schema31.required,parentSchema:schema31,data};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.license === undefined){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "license"},schema:schema31.required,parentSchema:schema31,data};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data.network_count === undefined){
const err4 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "network_count"},schema:schema31.required,parentSchema:schema31,data};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data.subscribers_count === undefined){
const err5 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "subscribers_count"},schema:schema31.required,parentSchema:schema31,data};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(data.network_count !== undefined){
let data0 = data.network_count;
if(!(((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0))) && (isFinite(data0)))){
const err6 = {instancePath:instancePath+"/network_count",schemaPath:"parts.json#/$defs/count/type",keyword:"type",params:{type: "integer"},schema:schema91.type,parentSchema:schema91,data:data0};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if((typeof data0 == "number") && (isFinite(data0))){
if(data0 < 0 || isNaN(data0)){
const err7 = {instancePath:instancePath+"/network_count",schemaPath:"parts.json#/$defs/count/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},schema:0,parentSchema:schema91,data:data0};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
}
if(data.subscribers_count !== undefined){
let data1 = data.subscribers_count;
if(!(((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1))) && (isFinite(data1)))){
const err8 = {instancePath:instancePath+"/subscribers_count",schemaPath:"parts.json#/$defs/count/type",keyword:"type",params:{type: "integer"},schema:schema91.type,parentSchema:schema91,data:data1};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if((typeof data1 == "number") && (isFinite(data1))){
if(data1 < 0 || isNaN(data1)){
const err9 = {instancePath:instancePath+"/subscribers_count",schemaPath:"parts.json#/$defs/count/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},schema:0,parentSchema:schema91,data:data1};
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
if(data.organization !== undefined){
let data2 = data.organization;
const _errs9 = errors;
let valid4 = false;
const _errs10 = errors;
if(!(validate23(data2, {instancePath:instancePath+"/organization",parentData:data,parentDataProperty:"organization",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate23.errors : vErrors.concat(validate23.errors);
errors = vErrors.length;
}
var _valid0 = _errs10 === errors;
valid4 = valid4 || _valid0;
if(_valid0){
var props0 = {};
props0.login = true;
props0.id = true;
props0.node_id = true;
props0.avatar_url = true;
props0.gravatar_id = true;
props0.url = true;
props0.html_url = true;
props0.followers_url = true;
props0.following_url = true;
props0.gists_url = true;
props0.starred_url = true;
props0.subscriptions_url = true;
props0.organizations_url = true;
props0.repos_url = true;
props0.events_url = true;
props0.received_events_url = true;
props0.type = true;
props0.site_admin = true;
}
const _errs11 = errors;
if(data2 !== null){
const err10 = {instancePath:instancePath+"/organization",schemaPath:"#/properties/organization/anyOf/1/type",keyword:"type",params:{type: "null"},schema:schema31.properties.organization.anyOf[1].type,parentSchema:schema31.properties.organization.anyOf[1],data:data2};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
var _valid0 = _errs11 === errors;
valid4 = valid4 || _valid0;
if(!valid4){
const err11 = {instancePath:instancePath+"/organization",schemaPath:"#/properties/organization/anyOf",keyword:"anyOf",params:{},schema:schema31.properties.organization.anyOf,parentSchema:schema31.properties.organization,data:data2};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
else {
errors = _errs9;
if(vErrors !== null){
if(_errs9){
vErrors.length = _errs9;
}
else {
vErrors = null;
}
}
}
}
}
else {
const err12 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},schema:schema31.type,parentSchema:schema31,data};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
validate20.errors = vErrors;
return errors === 0;
}
validate20.evaluated = {"props":{"watchers":true,"forks":true,"open_issues":true,"license":true,"network_count":true,"subscribers_count":true,"organization":true,"id":true,"node_id":true,"name":true,"full_name":true,"private":true,"owner":true,"html_url":true,"description":true,"fork":true,"url":true,"forks_url":true,"keys_url":true,"collaborators_url":true,"teams_url":true,"hooks_url":true,"issue_events_url":true,"events_url":true,"assignees_url":true,"branches_url":true,"tags_url":true,"blobs_url":true,"git_tags_url":true,"git_refs_url":true,"trees_url":true,"statuses_url":true,"languages_url":true,"stargazers_url":true,"contributors_url":true,"subscribers_url":true,"subscription_url":true,"commits_url":true,"git_commits_url":true,"comments_url":true,"issue_comment_url":true,"contents_url":true,"compare_url":true,"merges_url":true,"archive_url":true,"downloads_url":true,"issues_url":true,"pulls_url":true,"milestones_url":true,"notifications_url":true,"labels_url":true,"releases_url":true,"deployments_url":true,"created_at":true,"updated_at":true,"pushed_at":true,"git_url":true,"ssh_url":true,"clone_url":true,"svn_url":true,"homepage":true,"size":true,"stargazers_count":true,"watchers_count":true,"forks_count":true,"open_issues_count":true,"language":true,"has_issues":true,"has_projects":true,"has_downloads":true,"has_wiki":true,"has_pages":true,"archived":true,"disabled":true,"mirror_url":true,"temp_clone_token":true,"default_branch":true},"dynamicProps":false,"dynamicItems":false};

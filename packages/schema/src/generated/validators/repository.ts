// @ts-nocheck
// Generated from schemas/repository.json by `npm run generate -w @tapedeck/schema`; change the schema, not this file.
import type { Flaw } from "../../flaw.ts";

/** Tells whether a value fits the schema. */
export function fits(value: unknown): boolean {
  return validate10(value);
}

/** Finds everything in a value that does not fit the schema; nothing, where it fits. */
export function findFlaws(value: unknown): readonly Flaw[] {
  return validate10(value) ? none : validate10.errors;
}

const none: readonly Flaw[] = [];

function within(path, flaws){
return flaws.map((flaw) => ({...flaw,path:path+flaw.path}));
}
const pattern0 = new RegExp("^[^/\\s]+/[^/\\s]+$", "u");
const pattern1 = new RegExp("^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])T([01]\\d|2[0-3]):[0-5]\\d:([0-5]\\d|60)(\\.\\d+)?Z$", "u");
function validate13(data){
let vErrors = null;
let errors = 0;
if(typeof data === "object" && data !== null && !Array.isArray(data)){
let data0 = data.login;
if(typeof data0 !== "string"){
(vErrors ??= []).push({path:"/login",expected:"string"});
errors++;
}
let data1 = data.id;
if(!(Number.isInteger(data1))){
(vErrors ??= []).push({path:"/id",expected:"integer"});
errors++;
}
else {
if(data1 < 0){
(vErrors ??= []).push({path:"/id",expected:"at least 0"});
errors++;
}
}
let data2 = data.node_id;
if(typeof data2 !== "string"){
(vErrors ??= []).push({path:"/node_id",expected:"string"});
errors++;
}
let data3 = data.avatar_url;
if(typeof data3 !== "string"){
(vErrors ??= []).push({path:"/avatar_url",expected:"string"});
errors++;
}
let data4 = data.gravatar_id;
if(data4 !== undefined){
if(typeof data4 !== "string"){
(vErrors ??= []).push({path:"/gravatar_id",expected:"string"});
errors++;
}
}
let data5 = data.url;
if(data5 !== undefined){
if(typeof data5 !== "string"){
(vErrors ??= []).push({path:"/url",expected:"string"});
errors++;
}
}
let data6 = data.html_url;
if(data6 !== undefined){
if(typeof data6 !== "string"){
(vErrors ??= []).push({path:"/html_url",expected:"string"});
errors++;
}
}
let data7 = data.followers_url;
if(data7 !== undefined){
if(typeof data7 !== "string"){
(vErrors ??= []).push({path:"/followers_url",expected:"string"});
errors++;
}
}
let data8 = data.following_url;
if(data8 !== undefined){
if(typeof data8 !== "string"){
(vErrors ??= []).push({path:"/following_url",expected:"string"});
errors++;
}
}
let data9 = data.gists_url;
if(data9 !== undefined){
if(typeof data9 !== "string"){
(vErrors ??= []).push({path:"/gists_url",expected:"string"});
errors++;
}
}
let data10 = data.starred_url;
if(data10 !== undefined){
if(typeof data10 !== "string"){
(vErrors ??= []).push({path:"/starred_url",expected:"string"});
errors++;
}
}
let data11 = data.subscriptions_url;
if(data11 !== undefined){
if(typeof data11 !== "string"){
(vErrors ??= []).push({path:"/subscriptions_url",expected:"string"});
errors++;
}
}
let data12 = data.organizations_url;
if(data12 !== undefined){
if(typeof data12 !== "string"){
(vErrors ??= []).push({path:"/organizations_url",expected:"string"});
errors++;
}
}
let data13 = data.repos_url;
if(data13 !== undefined){
if(typeof data13 !== "string"){
(vErrors ??= []).push({path:"/repos_url",expected:"string"});
errors++;
}
}
let data14 = data.events_url;
if(data14 !== undefined){
if(typeof data14 !== "string"){
(vErrors ??= []).push({path:"/events_url",expected:"string"});
errors++;
}
}
let data15 = data.received_events_url;
if(data15 !== undefined){
if(typeof data15 !== "string"){
(vErrors ??= []).push({path:"/received_events_url",expected:"string"});
errors++;
}
}
let data16 = data.type;
if(data16 !== undefined){
if(typeof data16 !== "string"){
(vErrors ??= []).push({path:"/type",expected:"string"});
errors++;
}
}
let data17 = data.site_admin;
if(data17 !== undefined){
if(typeof data17 !== "boolean"){
(vErrors ??= []).push({path:"/site_admin",expected:"boolean"});
errors++;
}
}
}
else {
(vErrors ??= []).push({path:"",expected:"object"});
errors++;
}
if(errors === 0) return true;
validate13.errors = vErrors;
return false;
}
function validate11(data){
let vErrors = null;
let errors = 0;
if(typeof data === "object" && data !== null && !Array.isArray(data)){
let data0 = data.id;
if(!(Number.isInteger(data0))){
(vErrors ??= []).push({path:"/id",expected:"integer"});
errors++;
}
else {
if(data0 < 0){
(vErrors ??= []).push({path:"/id",expected:"at least 0"});
errors++;
}
}
let data1 = data.node_id;
if(typeof data1 !== "string"){
(vErrors ??= []).push({path:"/node_id",expected:"string"});
errors++;
}
let data2 = data.name;
if(typeof data2 !== "string"){
(vErrors ??= []).push({path:"/name",expected:"string"});
errors++;
}
let data3 = data.full_name;
if(typeof data3 === "string"){
if(!pattern0.test(data3)){
(vErrors ??= []).push({path:"/full_name",expected:"owner/name, like \"ada/engine\""});
errors++;
}
}
else {
(vErrors ??= []).push({path:"/full_name",expected:"string"});
errors++;
}
let data4 = data.private;
if(typeof data4 !== "boolean"){
(vErrors ??= []).push({path:"/private",expected:"boolean"});
errors++;
}
if(!validate13(data.owner)){
vErrors = (vErrors ?? []).concat(within("/owner", validate13.errors));
errors = vErrors.length;
}
let data6 = data.html_url;
if(typeof data6 !== "string"){
(vErrors ??= []).push({path:"/html_url",expected:"string"});
errors++;
}
let data7 = data.description;
if((typeof data7 !== "string") && (data7 !== null)){
(vErrors ??= []).push({path:"/description",expected:"string or null"});
errors++;
}
let data8 = data.fork;
if(typeof data8 !== "boolean"){
(vErrors ??= []).push({path:"/fork",expected:"boolean"});
errors++;
}
let data9 = data.url;
if(typeof data9 !== "string"){
(vErrors ??= []).push({path:"/url",expected:"string"});
errors++;
}
let data10 = data.forks_url;
if(typeof data10 !== "string"){
(vErrors ??= []).push({path:"/forks_url",expected:"string"});
errors++;
}
let data11 = data.keys_url;
if(typeof data11 !== "string"){
(vErrors ??= []).push({path:"/keys_url",expected:"string"});
errors++;
}
let data12 = data.collaborators_url;
if(typeof data12 !== "string"){
(vErrors ??= []).push({path:"/collaborators_url",expected:"string"});
errors++;
}
let data13 = data.teams_url;
if(typeof data13 !== "string"){
(vErrors ??= []).push({path:"/teams_url",expected:"string"});
errors++;
}
let data14 = data.hooks_url;
if(typeof data14 !== "string"){
(vErrors ??= []).push({path:"/hooks_url",expected:"string"});
errors++;
}
let data15 = data.issue_events_url;
if(typeof data15 !== "string"){
(vErrors ??= []).push({path:"/issue_events_url",expected:"string"});
errors++;
}
let data16 = data.events_url;
if(typeof data16 !== "string"){
(vErrors ??= []).push({path:"/events_url",expected:"string"});
errors++;
}
let data17 = data.assignees_url;
if(typeof data17 !== "string"){
(vErrors ??= []).push({path:"/assignees_url",expected:"string"});
errors++;
}
let data18 = data.branches_url;
if(typeof data18 !== "string"){
(vErrors ??= []).push({path:"/branches_url",expected:"string"});
errors++;
}
let data19 = data.tags_url;
if(typeof data19 !== "string"){
(vErrors ??= []).push({path:"/tags_url",expected:"string"});
errors++;
}
let data20 = data.blobs_url;
if(typeof data20 !== "string"){
(vErrors ??= []).push({path:"/blobs_url",expected:"string"});
errors++;
}
let data21 = data.git_tags_url;
if(typeof data21 !== "string"){
(vErrors ??= []).push({path:"/git_tags_url",expected:"string"});
errors++;
}
let data22 = data.git_refs_url;
if(typeof data22 !== "string"){
(vErrors ??= []).push({path:"/git_refs_url",expected:"string"});
errors++;
}
let data23 = data.trees_url;
if(typeof data23 !== "string"){
(vErrors ??= []).push({path:"/trees_url",expected:"string"});
errors++;
}
let data24 = data.statuses_url;
if(typeof data24 !== "string"){
(vErrors ??= []).push({path:"/statuses_url",expected:"string"});
errors++;
}
let data25 = data.languages_url;
if(typeof data25 !== "string"){
(vErrors ??= []).push({path:"/languages_url",expected:"string"});
errors++;
}
let data26 = data.stargazers_url;
if(typeof data26 !== "string"){
(vErrors ??= []).push({path:"/stargazers_url",expected:"string"});
errors++;
}
let data27 = data.contributors_url;
if(typeof data27 !== "string"){
(vErrors ??= []).push({path:"/contributors_url",expected:"string"});
errors++;
}
let data28 = data.subscribers_url;
if(typeof data28 !== "string"){
(vErrors ??= []).push({path:"/subscribers_url",expected:"string"});
errors++;
}
let data29 = data.subscription_url;
if(typeof data29 !== "string"){
(vErrors ??= []).push({path:"/subscription_url",expected:"string"});
errors++;
}
let data30 = data.commits_url;
if(typeof data30 !== "string"){
(vErrors ??= []).push({path:"/commits_url",expected:"string"});
errors++;
}
let data31 = data.git_commits_url;
if(typeof data31 !== "string"){
(vErrors ??= []).push({path:"/git_commits_url",expected:"string"});
errors++;
}
let data32 = data.comments_url;
if(typeof data32 !== "string"){
(vErrors ??= []).push({path:"/comments_url",expected:"string"});
errors++;
}
let data33 = data.issue_comment_url;
if(typeof data33 !== "string"){
(vErrors ??= []).push({path:"/issue_comment_url",expected:"string"});
errors++;
}
let data34 = data.contents_url;
if(typeof data34 !== "string"){
(vErrors ??= []).push({path:"/contents_url",expected:"string"});
errors++;
}
let data35 = data.compare_url;
if(typeof data35 !== "string"){
(vErrors ??= []).push({path:"/compare_url",expected:"string"});
errors++;
}
let data36 = data.merges_url;
if(typeof data36 !== "string"){
(vErrors ??= []).push({path:"/merges_url",expected:"string"});
errors++;
}
let data37 = data.archive_url;
if(typeof data37 !== "string"){
(vErrors ??= []).push({path:"/archive_url",expected:"string"});
errors++;
}
let data38 = data.downloads_url;
if(typeof data38 !== "string"){
(vErrors ??= []).push({path:"/downloads_url",expected:"string"});
errors++;
}
let data39 = data.issues_url;
if(typeof data39 !== "string"){
(vErrors ??= []).push({path:"/issues_url",expected:"string"});
errors++;
}
let data40 = data.pulls_url;
if(typeof data40 !== "string"){
(vErrors ??= []).push({path:"/pulls_url",expected:"string"});
errors++;
}
let data41 = data.milestones_url;
if(typeof data41 !== "string"){
(vErrors ??= []).push({path:"/milestones_url",expected:"string"});
errors++;
}
let data42 = data.notifications_url;
if(typeof data42 !== "string"){
(vErrors ??= []).push({path:"/notifications_url",expected:"string"});
errors++;
}
let data43 = data.labels_url;
if(typeof data43 !== "string"){
(vErrors ??= []).push({path:"/labels_url",expected:"string"});
errors++;
}
let data44 = data.releases_url;
if(typeof data44 !== "string"){
(vErrors ??= []).push({path:"/releases_url",expected:"string"});
errors++;
}
let data45 = data.deployments_url;
if(typeof data45 !== "string"){
(vErrors ??= []).push({path:"/deployments_url",expected:"string"});
errors++;
}
let data46 = data.created_at;
if(typeof data46 === "string"){
if(!pattern1.test(data46)){
(vErrors ??= []).push({path:"/created_at",expected:"UTC timestamp, like \"2011-01-26T19:01:12Z\""});
errors++;
}
}
else {
(vErrors ??= []).push({path:"/created_at",expected:"string"});
errors++;
}
let data47 = data.updated_at;
if(typeof data47 === "string"){
if(!pattern1.test(data47)){
(vErrors ??= []).push({path:"/updated_at",expected:"UTC timestamp, like \"2011-01-26T19:01:12Z\""});
errors++;
}
}
else {
(vErrors ??= []).push({path:"/updated_at",expected:"string"});
errors++;
}
let data48 = data.pushed_at;
const _errs139 = errors;
let valid43 = data48 === null;
if(!valid43){
const _errs140 = errors;
if(typeof data48 === "string"){
if(!pattern1.test(data48)){
(vErrors ??= []).push({path:"/pushed_at",expected:"UTC timestamp, like \"2011-01-26T19:01:12Z\""});
errors++;
}
}
else {
(vErrors ??= []).push({path:"/pushed_at",expected:"string"});
errors++;
}
var _valid0 = _errs140 === errors;
valid43 = valid43 || _valid0;
}
if(!valid43){
const _errs143 = errors;
if(data48 !== null){
(vErrors ??= []).push({path:"/pushed_at",expected:"null"});
errors++;
}
var _valid0 = _errs143 === errors;
valid43 = valid43 || _valid0;
}
if(!valid43){
(vErrors ??= []).push({path:"/pushed_at",expected:"",about:"choice"});
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
let data49 = data.git_url;
if(typeof data49 !== "string"){
(vErrors ??= []).push({path:"/git_url",expected:"string"});
errors++;
}
let data50 = data.ssh_url;
if(typeof data50 !== "string"){
(vErrors ??= []).push({path:"/ssh_url",expected:"string"});
errors++;
}
let data51 = data.clone_url;
if(typeof data51 !== "string"){
(vErrors ??= []).push({path:"/clone_url",expected:"string"});
errors++;
}
let data52 = data.svn_url;
if(typeof data52 !== "string"){
(vErrors ??= []).push({path:"/svn_url",expected:"string"});
errors++;
}
let data53 = data.homepage;
if((typeof data53 !== "string") && (data53 !== null)){
(vErrors ??= []).push({path:"/homepage",expected:"string or null"});
errors++;
}
let data54 = data.size;
if(!(Number.isInteger(data54))){
(vErrors ??= []).push({path:"/size",expected:"integer"});
errors++;
}
else {
if(data54 < 0){
(vErrors ??= []).push({path:"/size",expected:"at least 0"});
errors++;
}
}
let data55 = data.stargazers_count;
if(!(Number.isInteger(data55))){
(vErrors ??= []).push({path:"/stargazers_count",expected:"integer"});
errors++;
}
else {
if(data55 < 0){
(vErrors ??= []).push({path:"/stargazers_count",expected:"at least 0"});
errors++;
}
}
let data56 = data.watchers_count;
if(!(Number.isInteger(data56))){
(vErrors ??= []).push({path:"/watchers_count",expected:"integer"});
errors++;
}
else {
if(data56 < 0){
(vErrors ??= []).push({path:"/watchers_count",expected:"at least 0"});
errors++;
}
}
let data57 = data.watchers;
if(data57 !== undefined){
if(!(Number.isInteger(data57))){
(vErrors ??= []).push({path:"/watchers",expected:"integer"});
errors++;
}
else {
if(data57 < 0){
(vErrors ??= []).push({path:"/watchers",expected:"at least 0"});
errors++;
}
}
}
let data58 = data.forks_count;
if(!(Number.isInteger(data58))){
(vErrors ??= []).push({path:"/forks_count",expected:"integer"});
errors++;
}
else {
if(data58 < 0){
(vErrors ??= []).push({path:"/forks_count",expected:"at least 0"});
errors++;
}
}
let data59 = data.forks;
if(data59 !== undefined){
if(!(Number.isInteger(data59))){
(vErrors ??= []).push({path:"/forks",expected:"integer"});
errors++;
}
else {
if(data59 < 0){
(vErrors ??= []).push({path:"/forks",expected:"at least 0"});
errors++;
}
}
}
let data60 = data.open_issues_count;
if(!(Number.isInteger(data60))){
(vErrors ??= []).push({path:"/open_issues_count",expected:"integer"});
errors++;
}
else {
if(data60 < 0){
(vErrors ??= []).push({path:"/open_issues_count",expected:"at least 0"});
errors++;
}
}
let data61 = data.open_issues;
if(data61 !== undefined){
if(!(Number.isInteger(data61))){
(vErrors ??= []).push({path:"/open_issues",expected:"integer"});
errors++;
}
else {
if(data61 < 0){
(vErrors ??= []).push({path:"/open_issues",expected:"at least 0"});
errors++;
}
}
}
let data62 = data.language;
if(data62 !== undefined){
if((typeof data62 !== "string") && (data62 !== null)){
(vErrors ??= []).push({path:"/language",expected:"string or null"});
errors++;
}
}
let data63 = data.has_issues;
if(typeof data63 !== "boolean"){
(vErrors ??= []).push({path:"/has_issues",expected:"boolean"});
errors++;
}
let data64 = data.has_projects;
if(typeof data64 !== "boolean"){
(vErrors ??= []).push({path:"/has_projects",expected:"boolean"});
errors++;
}
let data65 = data.has_downloads;
if(typeof data65 !== "boolean"){
(vErrors ??= []).push({path:"/has_downloads",expected:"boolean"});
errors++;
}
let data66 = data.has_wiki;
if(typeof data66 !== "boolean"){
(vErrors ??= []).push({path:"/has_wiki",expected:"boolean"});
errors++;
}
let data67 = data.has_pages;
if(typeof data67 !== "boolean"){
(vErrors ??= []).push({path:"/has_pages",expected:"boolean"});
errors++;
}
let data68 = data.archived;
if(typeof data68 !== "boolean"){
(vErrors ??= []).push({path:"/archived",expected:"boolean"});
errors++;
}
let data69 = data.disabled;
if(data69 !== undefined){
if(typeof data69 !== "boolean"){
(vErrors ??= []).push({path:"/disabled",expected:"boolean"});
errors++;
}
}
let data70 = data.mirror_url;
if((typeof data70 !== "string") && (data70 !== null)){
(vErrors ??= []).push({path:"/mirror_url",expected:"string or null"});
errors++;
}
let data71 = data.temp_clone_token;
if(data71 !== undefined){
if((typeof data71 !== "string") && (data71 !== null)){
(vErrors ??= []).push({path:"/temp_clone_token",expected:"string or null"});
errors++;
}
}
let data72 = data.default_branch;
if(typeof data72 !== "string"){
(vErrors ??= []).push({path:"/default_branch",expected:"string"});
errors++;
}
let data73 = data.license;
if(data73 !== undefined){
const _errs202 = errors;
let valid53 = data73 === null;
if(!valid53){
const _errs203 = errors;
if(typeof data73 === "object" && data73 !== null && !Array.isArray(data73)){
let data74 = data73.key;
if(typeof data74 !== "string"){
(vErrors ??= []).push({path:"/license/key",expected:"string"});
errors++;
}
let data75 = data73.name;
if(typeof data75 !== "string"){
(vErrors ??= []).push({path:"/license/name",expected:"string"});
errors++;
}
let data76 = data73.spdx_id;
if(typeof data76 !== "string"){
(vErrors ??= []).push({path:"/license/spdx_id",expected:"string"});
errors++;
}
let data77 = data73.url;
if((typeof data77 !== "string") && (data77 !== null)){
(vErrors ??= []).push({path:"/license/url",expected:"string or null"});
errors++;
}
let data78 = data73.node_id;
if(typeof data78 !== "string"){
(vErrors ??= []).push({path:"/license/node_id",expected:"string"});
errors++;
}
}
else {
(vErrors ??= []).push({path:"/license",expected:"object"});
errors++;
}
var _valid1 = _errs203 === errors;
valid53 = valid53 || _valid1;
}
if(!valid53){
const _errs216 = errors;
if(data73 !== null){
(vErrors ??= []).push({path:"/license",expected:"null"});
errors++;
}
var _valid1 = _errs216 === errors;
valid53 = valid53 || _valid1;
}
if(!valid53){
(vErrors ??= []).push({path:"/license",expected:"",about:"choice"});
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
(vErrors ??= []).push({path:"",expected:"object"});
errors++;
}
if(errors === 0) return true;
validate11.errors = vErrors;
return false;
}
function validate10(data){
let vErrors = null;
let errors = 0;
if(!validate11(data)){
vErrors = (vErrors ?? []).concat(validate11.errors);
errors = vErrors.length;
}
if(typeof data === "object" && data !== null && !Array.isArray(data)){
if(data.watchers === undefined){
(vErrors ??= []).push({path:"/watchers",expected:"integer"});
errors++;
}
if(data.forks === undefined){
(vErrors ??= []).push({path:"/forks",expected:"integer"});
errors++;
}
if(data.open_issues === undefined){
(vErrors ??= []).push({path:"/open_issues",expected:"integer"});
errors++;
}
if(data.license === undefined){
(vErrors ??= []).push({path:"/license",expected:"object or null"});
errors++;
}
let data0 = data.network_count;
if(!(Number.isInteger(data0))){
(vErrors ??= []).push({path:"/network_count",expected:"integer"});
errors++;
}
else {
if(data0 < 0){
(vErrors ??= []).push({path:"/network_count",expected:"at least 0"});
errors++;
}
}
let data1 = data.subscribers_count;
if(!(Number.isInteger(data1))){
(vErrors ??= []).push({path:"/subscribers_count",expected:"integer"});
errors++;
}
else {
if(data1 < 0){
(vErrors ??= []).push({path:"/subscribers_count",expected:"at least 0"});
errors++;
}
}
let data2 = data.organization;
if(data2 !== undefined){
const _errs9 = errors;
let valid4 = data2 === null;
if(!valid4){
const _errs10 = errors;
if(!validate13(data2)){
vErrors = (vErrors ?? []).concat(within("/organization", validate13.errors));
errors = vErrors.length;
}
var _valid0 = _errs10 === errors;
valid4 = valid4 || _valid0;
}
if(!valid4){
const _errs11 = errors;
if(data2 !== null){
(vErrors ??= []).push({path:"/organization",expected:"null"});
errors++;
}
var _valid0 = _errs11 === errors;
valid4 = valid4 || _valid0;
}
if(!valid4){
(vErrors ??= []).push({path:"/organization",expected:"",about:"choice"});
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
(vErrors ??= []).push({path:"",expected:"object"});
errors++;
}
if(errors === 0) return true;
validate10.errors = vErrors;
return false;
}
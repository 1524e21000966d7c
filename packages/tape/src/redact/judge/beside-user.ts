// Of values that are passwords if a user's name is beside them.

import { isFlag } from "./ordinary-value.ts";

/** Names of a password, but of a page, too, and in their languages of a key, a slogan and a word. */
export const perhapsPassword: RegExp = /^(?:p|clave|heslo|parola|парола)$/i;

const users =
  "(?:u|l|usr|user|user_?name|login|e-?mail|mail|account|usuario|utente|kullan[iı]c[iı]|u[zž]ivatel|utilizator|gebruiker|benutzer|identifiant|correo|логин|pou[zž][ií]vate[lľ]|потребител)";
// Also of a network, as small devices ask for it.
const userParameter = new RegExp(`(?:^|[?&])${users}=[^&]|/wifisave\\?`, "i");

/** Finds a user's name among members of JSON. */
export const userMember: RegExp = new RegExp(String.raw`\\*"${users}\\*"\s{0,9}:\s{0,9}\\*"|@[\w-]+\.`, "iu");

/** Returns whether a parameter is a user's password, as InfluxDB 1 and Subsonic send it. */
export function isBesideUser(name: string, value: string, text: string): boolean {
  return perhapsPassword.test(name) && !/^\d{1,3}$/.test(value) && userParameter.test(text);
}

/** Returns whether a value is called like what has its user beside it: "imap_pass" beside "imap_user". */
export function isBesideItsUser(name: string, value: string, near: (most: number) => string): boolean {
  const [, of = ""] = /^([\w.-]{0,60}[._-])pass$/i.exec(name) ?? /^([\w.-]{0,60}[a-z\d])Pass$/.exec(name) ?? [];
  if (of === "" || isFlag(value)) return false;
  const user = `(?<![A-Za-z\\d.-])${of.replaceAll(".", "\\.")}(?:user(?:_?name)?|login)\\b["']?[ \\t]{0,8}[:=]`;
  return new RegExp(user, "i").test(near(400));
}

/**
 * Which argument of a call is a password or a key, the likelier place first: of SQL's functions that encrypt, of
 * MongoDB's shell, of ClickHouse's that read elsewhere, where database and table may be one.
 */
export const passwordPlaces: ReadonlyMap<string, readonly number[]> = new Map(
  (
    [
      ["crypt encryptbypassphrase decryptbypassphrase pwdencrypt pwdcompare", [0]],
      ["encrypt decrypt aes_encrypt aes_decrypt .auth .changeuserpassword auth= httpbasicauth", [1]],
      ["pgp_sym_encrypt pgp_sym_decrypt pgp_sym_encrypt_bytea pgp_sym_decrypt_bytea", [1]],
      ["s3", [2]],
      ["remote remotesecure", [4, 3]],
      ["mysql postgresql mongodb", [4]],
      // PHP's and Java's connections.
      ["pdo pdo->__construct mysqli mysqli->__construct mysqli_connect .getconnection ->real_connect", [2]],
    ] as const
  ).flatMap(([names, nths]) => names.split(" ").map((name) => [`${name}(`, nths] as const)),
);

/** What the calls begin with whose arguments are read. */
export const passwordCalls: readonly (readonly [word: string, pattern: RegExp])[] = Array.from(
  passwordPlaces.keys(),
  (call) => [call, /^\w/.test(call) ? /\b/y : /(?:)/y],
);

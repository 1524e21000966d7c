import fc from "fast-check";

const character = fc
  .oneof(fc.nat(0x7f), fc.nat(0x7ff), fc.nat(0xffff), fc.nat(0x10ffff))
  .map((code) => String.fromCodePoint(code).toWellFormed());

/**
 * Text of any characters but half surrogate pairs, control characters and those of the other planes among them. `unit:
 * "binary"` has fast-check list all 1,112,064 of them as it is first used: 1.6 s and 150 MB in each process. So do its
 * own URLs and their parts, in place of which are those below.
 */
export function anyText(constraints: Omit<fc.StringConstraints, "unit"> = {}): fc.Arbitrary<string> {
  return fc.string({ ...constraints, unit: character });
}

const percentEncoded = character.map((each) => {
  const encoded = encodeURIComponent(each);
  return encoded === each ? `%${each.charCodeAt(0).toString(16)}` : encoded;
});

/** Of eleven characters, one is percent-encoded. */
function uriText(others: string, size?: fc.SizeForArbitrary): fc.Arbitrary<string> {
  const plain = fc.constantFrom(
    ...`abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~!$&'()*+,;=:@${others}`,
  );
  const unit = fc.oneof({ weight: 10, arbitrary: plain }, { weight: 1, arbitrary: percentEncoded });
  return fc.string({ unit, ...(size !== undefined && { size }) });
}

/** The path of a URL: none, or segments that each begin with a slash. See RFC 3986, section 3.3. */
export function anyPath(): fc.Arbitrary<string> {
  const segments = (length: fc.SizeForArbitrary, number: fc.SizeForArbitrary): fc.Arbitrary<readonly string[]> =>
    fc.array(uriText("", length), { size: number });
  return fc
    .oneof(segments("small", "xsmall"), segments("xsmall", "small"))
    .map((all) => all.map((segment) => `/${segment}`).join(""));
}

/** A query without its question mark. See RFC 3986, section 3.4. */
export function anyQuery(): fc.Arbitrary<string> {
  return uriText("/?");
}

/** A URL of a website; where queries are asked for, most have one. */
export function anyUrl({ hasQueries = false }: { readonly hasQueries?: boolean } = {}): fc.Arbitrary<string> {
  const query = hasQueries ? fc.option(anyQuery()) : fc.constant(null);
  return fc
    .tuple(fc.constantFrom("http", "https"), fc.webAuthority(), anyPath(), query)
    .map(([scheme, authority, path, said]) => `${scheme}://${authority}${path}${said === null ? "" : `?${said}`}`);
}

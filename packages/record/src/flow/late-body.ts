import { isSpooled, type SpooledBody } from "@tapedeck/tape/internal";

/** A body that its client holds back until upstream wants it (`Expect: 100-continue`). */
export interface LateBody extends SpooledBody {
  readonly want: () => void;
  /** Resolves once it is wanted. */
  readonly wanted: Promise<null>;
  /** Null for one that is not wanted. The first call counts. */
  readonly give: (body: Uint8Array | SpooledBody | null) => void;
  readonly given: Promise<Uint8Array | SpooledBody | null>;
  /** Notes that its client left in the middle of it. */
  readonly abandon: () => void;
}

/**
 * Makes a late body.
 * @param length As the client declared it; 0 if it did not.
 */
export function lateBody(length: number): LateBody {
  const { promise: wanted, resolve: want } = Promise.withResolvers<null>();
  const { promise: given, resolve: give, reject } = Promise.withResolvers<Uint8Array | SpooledBody | null>();
  given.catch(() => {});
  return {
    length,
    want: () => want(null),
    wanted,
    give,
    given,
    abandon: () => reject(Object.assign(new Error("the client left"), { code: "ECONNRESET" })),
    async *pieces() {
      const body = await given;
      if (isSpooled(body)) yield* body.pieces();
      else if (body !== null) yield body as Uint8Array<ArrayBuffer>;
    },
  };
}

/** Returns whether a body is late. */
export function isLateBody(body: Uint8Array | SpooledBody): body is LateBody {
  return "given" in body;
}

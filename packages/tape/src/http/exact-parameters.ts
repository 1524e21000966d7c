/**
 * The parameters of a query or a form, in any charset: `%E9` and `%E8`, which are no UTF-8, stay two values, where
 * `URLSearchParams` reads both as U+FFFD.
 * @see https://url.spec.whatwg.org/#urlencoded-parsing
 * @example
 * new ExactParameters("q=%E9&q=a").toString(); // "q=%E9&q=a"
 */
export class ExactParameters extends URLSearchParams {
  constructor(text = "") {
    const plain = text.replaceAll(mark, markedAgain);
    super(/%[89a-f]/i.test(plain) ? plain.replace(/(?:%[\da-f]{2})+/gi, marked) : plain);
  }

  override toString(): string {
    return super.toString().replaceAll(markedAgain, "%");
  }
}

// Stands for the "%" of a byte that is no UTF-8: a noncharacter, which no text contains.
const mark = "\uffff";
const markedAgain = encodeURIComponent(mark);

function marked(run: string): string {
  try {
    if (!decodeURIComponent(run).includes(mark)) return run;
  } catch {}
  return run.toUpperCase().replace(/%(?=[89A-F])/g, mark);
}

/** Returns the value of a parameter as a person may read it, where its bytes are no UTF-8. */
export function readableValue(value: string): string {
  return value.replaceAll(mark, "%");
}

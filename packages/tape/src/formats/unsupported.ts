/** Says why something of a foreign file is no recording of one exchange. Its message holds no secret. */
export class Unsupported extends Error {
  override readonly name = "Unsupported";
}

// What every runtime has, for `deno check`: Deno takes the `lib` of tsconfig.json for all there is, and looks for no types of
// Node's. The compiler finds the same in those, and takes the two for one.
// biome-ignore-all lint/suspicious/noExplicitAny: so that they are one, the types have to be the same
// biome-ignore-all lint/suspicious/noVar: as every runtime declares it
interface ImportMeta {
  url: string;
  dirname: string;
  filename: string;
  main: boolean;
}

interface Console {
  log(...data: any[]): void;
  error(...data: any[]): void;
  warn(...data: any[]): void;
}

declare var console: Console;

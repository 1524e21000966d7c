export { control } from "./control.ts";
export { type Handler, ListenError, type Listening, type ListenOptions, listen } from "./listen.ts";

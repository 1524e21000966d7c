export {
  type Answering,
  allowLoopback,
  type Mounted,
  type MountOptions,
  mount,
  mountFallback,
  openNetwork,
} from "./mount.ts";
export { RefusedError } from "./refused-error.ts";

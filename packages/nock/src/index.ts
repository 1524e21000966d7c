export { type Answering, type Mounted, type MountOptions, mount, openNetwork } from "./mount.ts";

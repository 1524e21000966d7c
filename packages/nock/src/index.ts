export { type Mounted, type MountOptions, mount, openNetwork } from "./mount.ts";

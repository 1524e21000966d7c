export { isRepository } from "@tapedeck/schema/repository";

export { deleteInBatches } from "./batches";
export { buffer } from "./buffer";
export { type Job, measured, type Stop, startAll } from "./job";
export { loop } from "./loop";

import { maxBodyBytes, streams, usualMaxBodyBytes } from "./contracts.mjs";

const patternOf = (path) => new RegExp(`^${path.replace(/\{\w+\}/g, "[^/]+")}$`);
const limits = Object.entries(maxBodyBytes).map(([path, max]) => ({ pattern: patternOf(path), max }));
const streamPatterns = streams.map((path) => ({ path, pattern: patternOf(path) }));

/** The most bytes that a body to this path may have. */
export const maxBodyBytesAt = (path) => limits.find(({ pattern }) => pattern.test(path))?.max ?? usualMaxBodyBytes;

/** The path of the contract of the stream that is at this path. */
export const streamAt = (path) => streamPatterns.find(({ pattern }) => pattern.test(path))?.path;

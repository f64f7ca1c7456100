// Gives a generator of clients the TypeScript that another one brings along: version 7 has no interface for programs.
import { register } from "node:module";

const hooks = `
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
const found = pathToFileURL(createRequire(createRequire(process.cwd() + "/").resolve("oazapfts")).resolve("typescript")).href;
export const resolve = (name, context, next) => (name === "typescript" ? { url: found, shortCircuit: true } : next(name, context));
`;
register(`data:text/javascript,${encodeURIComponent(hooks)}`);

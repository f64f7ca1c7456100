import { resolve } from "node:path";

/** For `nodeArgs`: a server in which no caller reaches a limit of calls a minute. */
export const unlimited = ["--import", resolve("tests/support/unlimited.mjs")];

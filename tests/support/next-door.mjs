/** The product as a host without a server of its own runs it: every request through Next, none through the front door. */
import { createServer } from "node:http";
import next from "next";
import { runtime } from "../../lib/http/server/runtime.mjs";

const port = Number(process.env.PORT);
const started = new Promise((resolve, reject) => {
  runtime.startup = { succeeded: resolve, failed: reject };
});
const app = next({ dev: false, hostname: "127.0.0.1", port });
await app.prepare();
await started;
const handle = app.getRequestHandler();
createServer((request, response) => handle(request, response)).listen(port, "127.0.0.1", () => process.stdout.write("Beside is ready\n"));
process.on("SIGTERM", () => process.exit(0));

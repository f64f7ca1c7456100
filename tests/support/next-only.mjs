/** The product on a host that runs only Next: every request goes through Next, none through the HTTP server (server.mjs). */
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

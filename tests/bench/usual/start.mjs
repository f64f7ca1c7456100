/** A separate Next application, built and started as its documentation recommends. */
import { createServer } from "node:http";
import next from "next";

const port = Number(process.env.PORT);
const app = next({ dev: false, dir: import.meta.dirname, hostname: "127.0.0.1", port });
await app.prepare();
const handle = app.getRequestHandler();
createServer((request, response) => handle(request, response)).listen(port, "127.0.0.1", () => process.stdout.write("Beside is ready\n"));
process.on("SIGTERM", () => process.exit(0));

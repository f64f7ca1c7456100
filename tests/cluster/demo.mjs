// The demo's server with the demo's own receiver, at the port that the test chose; on a folder or on PostgreSQL.
import { startReceiver } from "../../lib/ops/demo/receiver.mjs";

await startReceiver(Number(new URL(process.env.DEMO_RECEIVER).port), () => globalThis[Symbol.for("beside.demo-secrets")]());
await import("../../server.mjs");

// The demo server with the demo's receiver at a port that the test chooses; on a folder or on PostgreSQL.
import { runtime } from "../../lib/http/server/runtime.mjs";
import { startReceiver } from "../../lib/ops/demo/receiver.mjs";

await startReceiver(Number(new URL(process.env.DEMO_RECEIVER).port), () => runtime.demo.signingSecrets());
await import("../../server.mjs");

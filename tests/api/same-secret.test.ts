import { expect, send, test } from "../support/fixtures";
import { metricsToken } from "../support/metrics";
import { startServer } from "../support/server";

/** Preloaded into a server: no two secrets are the same any more. */
const nothingEqual = `import crypto from "node:crypto";
import { syncBuiltinESMExports } from "node:module";
crypto.timingSafeEqual = () => false;
syncBuiltinESMExports();`;

test("the constant-time comparison alone decides on the tokens of the operator and of the metrics", { tag: "@embedded" }, async () => {
  const server = await startServer({
    env: { METRICS_TOKEN: metricsToken },
    nodeArgs: ["--import", `data:text/javascript,${encodeURIComponent(nothingEqual)}`],
  });
  await expect(server.operate("list-workspaces", {})).rejects.toThrow("There is nothing at this address.");
  const headers = { authorization: `Bearer ${metricsToken}` };
  expect(await send(`${server.url}/api/metrics`, { headers })).toMatchObject({ status: 401, body: { error: { code: "invalid_key" } } });
  await server.stop();
});

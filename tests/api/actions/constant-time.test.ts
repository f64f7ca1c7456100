import { expect, send, test } from "../../support/fixtures";
import { metricsToken } from "../../support/metrics";
import { startServer } from "../../support/server";

/** Preloaded into a server: makes every constant-time comparison fail. */
const nothingEqual = `import crypto from "node:crypto";
import { syncBuiltinESMExports } from "node:module";
crypto.timingSafeEqual = () => false;
syncBuiltinESMExports();`;

test("checks the tokens of the operator and of the metrics only by the constant-time comparison", { tag: "@embedded" }, async () => {
  const server = await startServer({
    env: { METRICS_TOKEN: metricsToken },
    nodeArgs: ["--import", `data:text/javascript,${encodeURIComponent(nothingEqual)}`],
  });
  await expect(server.operate("list-workspaces", {})).rejects.toThrow("There is nothing at this address.");
  const headers = { authorization: `Bearer ${metricsToken}` };
  expect(await send(`${server.url}/api/metrics`, { headers })).toMatchObject({ status: 401, body: { error: { code: "invalid_key" } } });
  await server.stop();
});

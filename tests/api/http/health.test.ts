import { expect, send, test } from "../../support/fixtures";

test("reports a running process as alive and ready", async ({ server }) => {
  const [alive, ready] = [await send(`${server.url}/api/health`), await send(`${server.url}/api/ready`)];
  expect(alive).toMatchObject({ status: 200, body: { alive: true } });
  expect(ready).toMatchObject({ status: 200, body: { ready: true } });
  for (const { headers } of [alive, ready]) expect(headers.get("cache-control")).toBe("no-store");
});

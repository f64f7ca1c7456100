import packageJson from "@/package.json" with { type: "json" };
import { expect, send, test } from "../../support/fixtures";

test("reports a running process as alive, with its version, and ready", async ({ server }) => {
  const [alive, ready] = [await send(`${server.url}/api/health`), await send(`${server.url}/api/ready`)];
  expect(alive).toMatchObject({ status: 200, body: { alive: true, version: packageJson.version } });
  expect(ready).toMatchObject({ status: 200, body: { ready: true } });
  for (const { headers } of [alive, ready]) expect(headers.get("cache-control")).toBe("no-store");
});

test("the settings show the version", async ({ ada }) => {
  const { cookie } = await ada.signIn();
  const { text } = await send(`${ada.url}/${ada.workspace}/settings/developers`, { headers: { cookie } });
  expect(text).toContain(`Beside ${packageJson.version}<`);
});

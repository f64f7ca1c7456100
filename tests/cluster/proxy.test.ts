import { expect, send, test } from "../support/fixtures";
import { sentFile } from "../support/imports";
import { sendBytes } from "../support/wire";
import { sharedCluster } from "./shared";

const url = () => sharedCluster("proxy")?.url ?? "";
const errorReply = (status: number, code: string) => ({ status, body: { error: { code } } });

// Errors of the proxy itself have the same form as those of the API.
for (const [what, ask, expected] of [
  ["a body of two megabytes", { method: "POST", raw: "x".repeat(2_000_000) }, errorReply(413, "payload_too_large")],
  ["a header of 20 KB", { headers: { "x-long": "x".repeat(20_000) } }, errorReply(431, "invalid_request")],
  ["a header of 70 KB", { headers: { "x-long": "x".repeat(70_000) } }, errorReply(400, "invalid_request")],
] as const) {
  test(`the proxy rejects ${what} with an error of the API`, async () => {
    const reply = await send(`${url()}/api/v1/events`, ask);
    expect(reply).toMatchObject(expected);
    expect(reply.headers.get("cache-control")).toBe("no-store");
    expect(reply.headers.get("x-content-type-options")).toBe("nosniff");
  });
}

test("the proxy passes on a file of contacts that is larger than other bodies, and what an instance says of a stranger's before it has come", async ({
  ada,
}) => {
  const lines = Array.from({ length: 100_000 }, (_, index) => `user_${index},Name ${index}`);
  expect((await sentFile(ada, `id,name\n${lines.join("\n")}\n`)).state).toBe("columns");
  const head = `POST /api/v1/imports HTTP/1.1\r\nHost: beside\r\nContent-Type: text/csv\r\nContent-Length: 150000000\r\n\r\nid,name\n`;
  expect(await sendBytes(url(), head)).toMatchObject(errorReply(401, "missing_key"));
});

for (const [claim, isHttps] of [
  // The header as a proxy in front of nginx appended to its caller's value, or set it.
  ["https, http", false],
  ["https", true],
  [undefined, false],
] as const) {
  test(`nginx appends its own scheme to the X-Forwarded-Proto ${claim}, so that a caller cannot forge it`, async () => {
    const headers: Record<string, string> = claim ? { "x-forwarded-proto": claim } : {};
    const reply = await send(`${url()}/api/health`, { headers });
    expect(reply.headers.has("strict-transport-security")).toBe(isHttps);
  });
}

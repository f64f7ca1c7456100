import { expect, send, test } from "../support/fixtures";
import { sharedCluster } from "./shared";

const url = () => sharedCluster("proxy")?.url ?? "";
const told = (status: number, code: string) => ({ status, body: { error: { code } } });

// What the proxy refuses by itself it refuses as the API does.
for (const [what, ask, expected] of [
  ["a body of two megabytes", { method: "POST", raw: "x".repeat(2_000_000) }, told(413, "payload_too_large")],
  ["a header of 20 KB", { headers: { "x-long": "x".repeat(20_000) } }, told(431, "invalid_request")],
  ["a header of 70 KB", { headers: { "x-long": "x".repeat(70_000) } }, told(400, "invalid_request")],
] as const) {
  test(`${what} is refused through the proxy in the words of the API`, async () => {
    const reply = await send(`${url()}/api/v1/events`, ask);
    expect(reply).toMatchObject(expected);
    expect(reply.headers.get("cache-control")).toBe("no-store");
    expect(reply.headers.get("x-content-type-options")).toBe("nosniff");
  });
}

for (const [claim, isHttps] of [
  // What the proxy in front of nginx appended to its caller's claim, or what it set.
  ["https, http", false],
  ["https", true],
  [undefined, false],
] as const) {
  test(`nginx says how it was asked beside the X-Forwarded-Proto ${claim}, so that the claim of a caller is not the last word`, async () => {
    const headers: Record<string, string> = claim ? { "x-forwarded-proto": claim } : {};
    const reply = await send(`${url()}/api/health`, { headers });
    expect(reply.headers.has("strict-transport-security")).toBe(isHttps);
  });
}

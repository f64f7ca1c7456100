import { test as base, expect, newTeam, onceAWorker, type Session } from "../../support/fixtures";

/** One owner for all rows: a rejected address changes nothing. */
const test = base.extend<{ owner: Session }>({ owner: onceAWorker(async ({ server }) => (await newTeam(server)).signIn()) });

// Default mode runs these tests in one worker, so that the owner signs in once.
test.describe.configure({ mode: "default" });

const rejected = [
  "http://93.184.216.34/actions",
  "ftp://93.184.216.34/",
  "//93.184.216.34/",
  "93.184.216.34",
  "javascript:alert(1)",
  "https://user@93.184.216.34/",
  "https://user:secret@93.184.216.34/",
  "https://93.184.216.34/#part",
  "https://93.184.216.34/a b",
  "https://93.184.216.34:25/",
  "https://93.184.216.34:1023/actions",
  "https://127.0.0.1/",
  "https://127.1/",
  "https://2130706433/",
  "https://0x7f000001/",
  "https://0177.0.0.1/",
  "https://127.0.0.1./",
  "https://１２７．０．０．１/",
  "https://0.0.0.0/",
  "https://10.0.0.1/",
  "https://172.16.0.1/",
  "https://192.168.1.1:8443/",
  "https://100.64.0.1/",
  "https://169.254.169.254/latest/meta-data/",
  "https://2852039166/",
  "https://168.63.129.16/",
  "https://198.18.0.1/",
  "https://203.0.113.5/",
  "https://224.0.0.1/",
  "https://255.255.255.255/",
  "https://[::1]/",
  "https://[::]/",
  "https://[::ffff:127.0.0.1]/",
  "https://[::ffff:a9fe:a9fe]/",
  "https://[::8.8.8.8]/",
  "https://[64:ff9b::127.0.0.1]/",
  "https://[2002:7f00:1::]/",
  "https://[fc00::1]/",
  "https://[fd00:ec2::254]/",
  "https://[fe80::1]/",
  "https://[ff02::1]/",
  "https://[2001:db8::1]/",
  "https://localhost/",
  "https://LOCALHOST./",
  "https://api.localhost/",
  "https://metadata.google.internal/",
  "https://receiver.local/",
  "https://intranet/",
  `https://93.184.216.34/${"x".repeat(2048)}`,
];

for (const url of rejected) {
  test(`rejects the address ${url.slice(0, 80)} when it is saved`, async ({ owner }) => {
    const reply = await owner.call("PUT", "/actions/address", { url });
    expect(reply).toMatchObject({
      status: 400,
      body: { error: { code: "invalid_request", message: expect.stringMatching(/^.{20,}(\.| npm (start|run demo))$/) } },
    });
    expect((await owner.call("GET", "/actions")).body["url"]).toBeNull();
    expect((await owner.call("POST", "/actions/address/check", { url })).body["ok"]).not.toBe(true);
  });
}

const accepted = [
  "https://93.184.216.34/x",
  "https://8.8.8.8/",
  "https://1.1.1.1:8443/actions",
  "https://172.15.255.255/",
  "https://172.32.0.1/",
  "https://100.63.255.255/",
  "https://100.128.0.1/",
  "https://192.167.1.1/",
  "https://198.17.0.1/?tenant=7",
  "https://[2606:4700:4700::1111]/",
  "https://[2a00:1450:4001:82a::200e]:8443/x",
  "https://[::ffff:808:808]/",
  "https://api.acme.example/actions",
];

test("saves a public address that cannot be reached, and says why", async ({ ada }) => {
  const session = await ada.signIn();
  const replies = await Promise.all(accepted.map((url) => session.call("PUT", "/actions/address", { url })));
  for (const [index, reply] of replies.entries()) {
    expect(reply).toMatchObject({ status: 200, body: { url: accepted[index] } });
    expect(reply.body["message"]).toMatch(/^Saved(\.$|, but .+\.$)/);
  }
  expect(accepted).toContain((await session.call("GET", "/actions")).body["url"]);
});

test("saves an origin that is exempt for development and lists it in the settings", async ({ owner, receiver }) => {
  const reply = await owner.call("POST", "/actions/address/check", { url: `${receiver.origin}/actions` });
  expect(reply.body).toEqual({ ok: true, message: "Reachable. Exempt from the address rule, for development." });
  expect((await owner.call("GET", "/actions")).body["allowedOrigins"]).toContain(receiver.origin);
});

const normalized = [
  ["https:shop.invalid", "https://shop.invalid/"],
  ["https://SHOP.invalid:04453/x", "https://shop.invalid:4453/x"],
  ["HTTPS://shop.invalid:443/a/../b", "https://shop.invalid/b"],
  ["https:\\\\shop.invalid\\x?q=ü", "https://shop.invalid/x?q=%C3%BC"],
  ["https://bücher.invalid", "https://xn--bcher-kva.invalid/"],
] as const;

test("keeps an address as it is called, of the receiver and of webhook endpoints", async ({ ada }) => {
  const session = await ada.signIn();
  for (const [typed, called] of normalized) {
    expect(await session.call("PUT", "/actions/address", { url: typed }), typed).toMatchObject({ status: 200, body: { url: called } });
    expect((await session.call("GET", "/actions")).body["url"], typed).toBe(called);
    const made = await ada.api("POST", "/webhook-endpoints", { body: { url: typed, types: ["ping"] } });
    expect(made, typed).toMatchObject({ status: 201, body: { endpoint: { url: called } } });
    const { id } = made.body["endpoint"] as { id: string };
    expect(await ada.api("PATCH", `/webhook-endpoints/${id}`, { body: { url: typed } }), typed).toMatchObject({
      body: { endpoint: { url: called } },
    });
  }
});

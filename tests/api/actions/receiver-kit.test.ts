import { sign } from "@/lib/actions/calls/signature";
import { fill } from "@/lib/actions/receivers/shared/fill";
import { checkServer } from "../../support/checks";
import { deskAt } from "../../support/desk";
import { test as base, expect, newTeam, type Session } from "../../support/fixtures";
import { kit, startKit } from "../../support/kit";
import { freePort, type Running, startServer } from "../../support/server";

type Ports = Map<string, { plain: number; filled: number }>;

/** A server that may call the local ports on which the receivers will run. */
const test = base.extend<object, { ports: Ports; near: Running }>({
  ports: [
    async ({ playwright: _ }, use) => {
      const ports: Ports = new Map();
      for (const { id } of [...kit, { id: "demo" }]) ports.set(id, { plain: await freePort(), filled: await freePort() });
      await use(ports);
    },
    { scope: "worker" },
  ],
  near: [
    async ({ ports }, use) => {
      const origins = [...ports.values()].flatMap(({ plain, filled }) => [plain, filled]).map((port) => `http://127.0.0.1:${port}`);
      const server = await startServer({
        env: { DEMO: "1", TRUSTED_PROXIES: "1", ACTIONS_ALLOW_ORIGINS: origins.join(",") },
        isLasting: true,
      });
      await use(server);
      await server.stop();
    },
    { scope: "worker" },
  ],
});

test.describe.configure({ mode: "default", timeout: 180_000 });

const pathname = "/beside/actions";
const addressOf = (port: number) => `http://127.0.0.1:${port}${pathname}`;
const secretOf = async (session: Session) => String((await session.call("POST", "/actions/secret/reveal", {})).body["secret"]);

async function expectAllChecksPass(session: Session, port: number): Promise<void> {
  const saved = await session.call("PUT", "/actions/address", { url: addressOf(port) });
  expect(saved.status, saved.text).toBe(200);
  const findings = await checkServer(session);
  expect(findings.map(({ probe, ok, message }) => (ok ? probe : `${probe}: ${message}`))).toEqual([
    "good",
    "two_signatures",
    "wrong_signature",
    "old",
    "ahead",
    "changed",
    "unsigned",
  ]);
}

const hostile = [
  { label: '*/ ?> --> """ \\', action: "refund" },
  { label: "\u2028 end\n```#{exit}$(exit)\u202e", action: "resend.invoice-2" },
  { label: "</textarea><script>alert(1)</script>", action: "sync_account" },
];

for (const one of kit) {
  test(`the receiver for ${one.name} passes every check, as it is and with own buttons, and rejects unknown actions`, async ({
    near,
    ports,
  }) => {
    test.skip(one.isMissing, `${one.requires} is not installed`);
    const team = await newTeam(near);
    const session = await team.signIn();
    const secret = await secretOf(session);
    const { plain, filled } = ports.get(one.id) ?? { plain: 0, filled: 0 };
    for (const button of hostile) expect((await session.call("POST", "/actions/buttons", button)).status).toBe(201);
    const { buttons } = (await session.call("GET", "/actions")).body as { buttons: { id: string; action: string; label: string }[] };

    await startKit(one, one.text, { secret, port: plain });
    await expectAllChecksPass(session, plain);
    await startKit(one, fill(one.text, buttons), { secret, port: filled });
    await expectAllChecksPass(session, filled);

    await team.api("PUT", "/contacts/user_8841", { body: { name: "Ada Okafor", phone: "447911000001" } });
    const { chatId } = await team.sendMessage({ channel: "whatsapp", phone: "447911000001" });
    const desk = deskAt(session, {
      chatId,
      buttonId: "",
      receiver: { origin: "", calls: () => [], on: () => {}, close: () => {} },
      path: "",
    });
    for (const { id, action } of buttons) {
      const { body } = await desk.press(undefined, id);
      const { outcome } = await desk.outcome(String(body["callId"]));
      expect(outcome).toMatchObject({ state: "succeeded", message: `${action} arrived for user_8841.` });
    }

    const raw = JSON.stringify({ action: "no_such", contact: null, customer: { phone: "447911000001" } });
    const unknown = await fetch(addressOf(filled), {
      method: "POST",
      body: raw,
      headers: sign([secret], Math.floor(Date.now() / 1000), raw),
    });
    expect([unknown.status, await unknown.json()]).toEqual([400, { message: "There is no action no_such here." }]);
  });
}

test("the demo's receiver passes every check", async ({ near, ports }) => {
  const session = await (await newTeam(near)).signIn();
  const port = ports.get("demo")?.plain ?? 0;
  const text = `import { startReceiver } from "${process.cwd()}/lib/ops/demo/receiver.mjs";
    await startReceiver(Number(process.env.PORT), async () => [process.env.BESIDE_SECRET]);`;
  const node = kit.find(({ id }) => id === "node");
  if (!node) throw new Error("The kit has no receiver for Node.");
  await startKit(node, text, { secret: await secretOf(session), port });
  await expectAllChecksPass(session, port);
});

import { Embedded } from "@/lib/platform/db/embedded";
import { dumpOf } from "../../support/dump";
import { expect, newTeam, signIn, test } from "../../support/fixtures";
import { metricsOf, metricsToken, seriesIn } from "../../support/metrics";
import { startedFolder, startServer } from "../../support/server";
import {
  connectWhatsApp,
  kinds,
  messagesChange,
  newPhone,
  newUserId,
  sendWebhook,
  statusChange,
  webhookOf,
  webhookWith,
} from "../../support/whatsapp";
import { textsOf } from "../whatsapp-helpers";

const env = { DEMO: "1", TRUSTED_PROXIES: "1", METRICS_TOKEN: metricsToken };

/** As Meta makes them: the customer's phone is in the id. */
const wamidOf = (phone: string) => `wamid.${Buffer.from(`\x1d\x04\x18\x0b${phone}\x15\x02`, "latin1").toString("base64")}`;

test("ends at once what belongs to nobody, and keeps nothing of it", { tag: ["@embedded", "@slow"] }, async () => {
  const dataDir = startedFolder();
  const server = await startServer({ dataDir, env });
  const team = await newTeam(server);
  const channel = await connectWhatsApp(team, await team.signIn());
  const { message } = kinds.text({}, "From nobody");
  const payload = webhookOf(messagesChange([{ message, contact: undefined }]), statusChange("wamid.of-another-app", "read"));
  expect((await sendWebhook(channel, payload)).body).toEqual({ stored: 2 });
  const ended = async () => {
    const text = await metricsOf(server.url);
    return ["unreadable", "ignored"].map((outcome) => seriesIn(text, "beside_inbound_total", { outcome }));
  };
  await expect.poll(ended).toEqual([1, 1]);
  expect(await server.stop()).toBe(0);
  const rows = (await dumpOf(dataDir)).get("inbound_message") ?? [];
  expect(rows.map(({ processed_at, payload, attempts }) => ({ isDone: processed_at !== null, payload, attempts }))).toEqual([
    { isDone: true, payload: null, attempts: 1 },
    { isDone: true, payload: null, attempts: 1 },
  ]);
});

test("logs no id that contains a phone when an entry cannot be kept, and holds up no other", { tag: ["@embedded", "@slow"] }, async () => {
  const dataDir = startedFolder();
  const first = await startServer({ dataDir, env });
  const team = await newTeam(first);
  const { appSecret } = await connectWhatsApp(team, await team.signIn());
  const phone = newPhone();
  await first.stop();
  const folder = await Embedded.open(dataDir);
  // An entry that no version has written, and whose tries are used up.
  await folder.query(
    `insert into inbound_message (workspace_id, channel, external_id, id, sender, payload, received_at, attempts)
     select id, 'whatsapp', '${wamidOf(phone)}', gen_random_uuid(), 'm:unknown', '{"kind":"hologram"}', now(), 8 from workspace
     where slug = '${team.workspace}'`,
  );
  await folder.close();
  const second = await startServer({ dataDir, env });
  const session = await signIn(second.url, team.workspace, team.owner);
  const url = `${second.url}/api/channels/whatsapp/${team.workspace}`;
  await sendWebhook({ url, appSecret }, webhookWith(kinds.text({ userId: newUserId() }, "Hello")));
  await expect.poll(() => textsOf(session)).toEqual(["Hello"]);
  await expect.poll(() => second.output()).toContain("could not be kept at all");
  await second.stop();
  expect(second.output()).not.toContain(wamidOf(phone));
  expect(second.output()).not.toContain(phone);
  const rows = (await dumpOf(dataDir)).get("inbound_message") ?? [];
  expect(rows.find((row) => row["external_id"] === wamidOf(phone))).toMatchObject({ payload: { kind: "hologram" } });
});

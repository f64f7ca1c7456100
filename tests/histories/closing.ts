import fc from "fast-check";
import * as channels from "@/lib/channels";
import * as chats from "@/lib/chats";
import { handle } from "@/lib/chats/handled";
import { handleAll } from "@/lib/chats/handled/all";
import * as contacts from "@/lib/context/contacts";
import * as events from "@/lib/context/events";
import * as panel from "@/lib/desk/panel";
import { newId } from "@/lib/kernel/ids";
import { close, db, open } from "@/lib/platform/db";
import { problemRules, tableRules } from "./problems";
import { stateOf } from "./rules";

// Plays random events with references, replies, presses of "Handled", and closed and reopened chats for one person, in a process of its own with the database
// that the environment names: closing.ts <count> <seed>.

const [count = "100", seed = "1"] = process.argv.slice(2);

const phone = "447911000001";
const minute = 60_000;

const when = { reference: fc.constantFrom("", "INV-1", "INV-2"), minutesAgo: fc.integer({ min: 1, max: 8 }) };
const name = fc.constantFrom("Payment failed", "Refund failed");
const target = fc.constantFrom("phone", "userId");
const recorded = [
  { weight: 5, arbitrary: fc.record({ kind: fc.constant("problem"), name, target, ...when }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("info"), target, ...when }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("reply"), isProblem: fc.boolean(), ...when }) },
] as const;
const anyStep = fc.oneof(
  ...recorded,
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("handle"), handled: fc.boolean(), at: fc.nat(3) }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant("handleAll"), event: fc.option(name, { nil: undefined }), isUndone: fc.boolean() }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("status"), status: fc.constantFrom("open", "closed") }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("write") }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("link"), isLinked: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("delete") }) },
);
const recordStep = fc.oneof(...recorded);
type Step = typeof anyStep extends fc.Arbitrary<infer T> ? T : never;

/** A workspace with one person in a chat, and a contact that has their phone or not. */
async function begin() {
  const workspaceId = newId();
  await db().workspace.create({
    data: { id: workspaceId, slug: `w-${workspaceId}`, name: "World", plan: "business", createdAt: new Date() },
  });
  const { chatId, personId } = await channels.ingestMessage(workspaceId, { channel: "whatsapp", phone }, { id: newId(), text: "Hello" });
  await contacts.put(workspaceId, "u", { phone });
  return { workspaceId, chatId, personId };
}
type World = Awaited<ReturnType<typeof begin>>;

async function take({ workspaceId, chatId, personId }: World, step: Step, now: number): Promise<void> {
  if (step.kind === "link") return void (await contacts.put(workspaceId, "u", { phone: step.isLinked ? phone : null }));
  if (step.kind === "delete") return void (await contacts.remove(workspaceId, "u").catch(() => undefined));
  if (step.kind === "handle") {
    const { problems, solved } = await panel.read(workspaceId, chatId, "owner");
    const found = (step.handled ? problems : solved)[step.at];
    if (!found) return;
    return void (await handle(workspaceId, chatId, { problemId: found.id, agent: { id: newId(), name: "Olga" }, handled: step.handled }));
  }
  const agent = { id: newId(), name: "Olga" };
  // A person who wrote again has a newer chat that is open.
  if (step.kind === "status")
    return void (await chats.setStatus(workspaceId, chatId, { agent, status: step.status }).catch(() => undefined));
  if (step.kind === "write")
    return void (await channels.ingestMessage(workspaceId, { channel: "whatsapp", phone }, { id: newId(), text: "Again" }));
  if (step.kind === "handleAll") {
    const { event } = step;
    const { at } = await handleAll(workspaceId, chatId, { handled: true, event, agent });
    if (step.isUndone) await handleAll(workspaceId, chatId, { handled: false, event, at, agent });
    return;
  }
  const occurredAt = new Date(now - step.minutesAgo * minute);
  const fields = { occurredAt, properties: step.reference === "" ? {} : { reference: step.reference } };
  if (step.kind === "reply") {
    const event = step.isProblem ? "Payment failed" : "Payment taken";
    await db().$transaction((tx) => events.recordForChat(tx, workspaceId, { personId, chatId }, { event, ...fields }));
    return;
  }
  const event = step.kind === "info" ? "Payment received" : step.name;
  await events.record(workspaceId, { event, ...fields, ...(step.target === "phone" ? { phone } : { userId: "u" }) });
}

async function play(steps: readonly Step[], now = Date.now()): Promise<World> {
  const world = await begin();
  for (const step of steps) await take(world, step, now);
  const state = await stateOf(world.workspaceId);
  const broken = [...(await tableRules(world.workspaceId, state)), ...(await problemRules(world.workspaceId, state))];
  if (broken.length > 0) throw new Error(broken.join("; "));
  return world;
}

/** What is open and what is solved, without ids; times of their own make the order of arrival unimportant. */
async function seen({ workspaceId, chatId }: World) {
  const { problems, solved } = await panel.read(workspaceId, chatId, "owner");
  const open = problems.map(({ event, reference, count, firstAt, lastAt, cameBack }) => [
    event,
    reference,
    count,
    firstAt,
    lastAt,
    cameBack,
  ]);
  return JSON.stringify(
    [open, solved.map(({ event, reference, count, closedAt }) => [event, reference, count, closedAt])].map((all) => all.map(String).sort()),
  );
}

await open();
const agrees = fc.asyncProperty(fc.array(anyStep, { minLength: 1, maxLength: 12, size: "max" }), async (steps) => {
  await play(steps);
});
/** The same events in two orders; no two at one time, because then the order of arrival decides. */
const moments = fc.uniqueArray(recordStep, { minLength: 2, maxLength: 8, size: "max", selector: ({ minutesAgo }) => minutesAgo });
const orders = moments.chain((steps) =>
  fc.tuple(fc.constant(steps), fc.shuffledSubarray(steps, { minLength: steps.length, maxLength: steps.length })),
);
const isOrderless = fc.asyncProperty(orders, async ([one, other]) => {
  const now = Date.now();
  const [first, second] = [await seen(await play(one, now)), await seen(await play(other, now))];
  if (first !== second) throw new Error(`one order shows ${first}, the other ${second}`);
});
const options = { numRuns: Math.ceil(Number(count) / 2), seed: Number(seed) };
const agreed = await fc.check(agrees, options);
const ordered = agreed.failed ? undefined : await fc.check(isOrderless, options);
await close();
const { failed, counterexample, errorInstance } = ordered ?? agreed;
const numRuns = agreed.numRuns + (ordered?.numRuns ?? 0);
const report = { failed, numRuns, seed, counterexample, error: String(errorInstance ?? "") };
process.stdout.write(JSON.stringify(report), () => process.exit(0));

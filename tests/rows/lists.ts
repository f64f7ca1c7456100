import * as contacts from "@/lib/context/contacts";
import * as events from "@/lib/context/events";
import * as lists from "@/lib/desk/lists";
import type { ContactsFilter } from "@/lib/desk/lists/contract";

const at = new Date("2020-01-01");

/** Runs the lists of the public API, with each filter and from a cursor. */
export async function runLists(ws: string, callId: string): Promise<void> {
  await contacts.put(ws, "paged", { name: "Avis", email: "avis@example.com", phone: "447911500001", attributes: { plan: "pro" } });
  const references = { properties: { reference: "INV-7" } };
  await events.record(ws, { event: "Payment failed", userId: "paged", ...references });
  await events.record(ws, { event: "Payment received", userId: "paged", ...references });
  await contacts.put(ws, "troubled", { name: "Avery" });
  await events.record(ws, { event: "Payment failed", userId: "troubled" });
  const filters: ContactsFilter[] = [
    {},
    { q: "a" },
    { q: "+44 79" },
    { attributes: { plan: "pro" } },
    { email: "avis@example.com" },
    { phone: "447911500001", q: "a" },
    { updatedSince: at },
    { hasOpenProblem: true },
    { hasOpenProblem: false, updatedSince: at, q: "a" },
  ];
  for (const filter of filters) {
    const { nextCursor } = await lists.contacts(ws, { ...filter, limit: 1 });
    if (nextCursor) await lists.contacts(ws, { ...filter, limit: 1, cursor: nextCursor });
  }
  for (const filter of [{}, { level: "info" as const }, { level: "problem" as const }, { open: false }, { from: at }])
    await lists.events(ws, "paged", { ...filter, limit: 50 });
  await lists.events(ws, "troubled", { open: true, limit: 50 });
  for (const filter of [
    {},
    { open: true },
    { open: false },
    { userId: "troubled" },
    { userId: "paged", open: false, event: "Payment failed", reference: "INV-7", from: at, to: new Date() },
    { event: "Payment failed", reference: "INV-7", from: at },
  ])
    await lists.problems(ws, { ...filter, limit: 50 });
  for (const filter of [
    {},
    { status: ["unknown" as const] },
    { from: at },
    { userId: "user_1" },
    { action: "refund" },
    { userId: "user_1", action: "refund", status: ["unknown" as const] },
  ])
    await lists.actionCalls(ws, { ...filter, limit: 50 });
  await lists.actionCall(ws, callId);
}

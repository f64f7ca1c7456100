import * as overview from "@/lib/desk/overview";
import { db } from "@/lib/platform/db";
import * as usage from "@/lib/workspace/usage";

const hourMs = 3_600_000;

/** The overview of the last hour, in which there are problems, answers, calls and counts; and the removal of old counts. */
export async function runOverview(ws: string): Promise<void> {
  for (const what of ["allowed", "refused", "events"] as const) usage.count(ws, what);
  await usage.flush();
  await db().apiMinute.create({ data: { workspaceId: ws, minute: new Date("2020-01-01"), allowed: 1, refused: 0, events: 1 } });
  const now = Date.now();
  await overview.read(ws, { from: new Date(now - hourMs), to: new Date(now + hourMs), zone: "Europe/Berlin" });
  await usage.deleteExpired(new AbortController().signal);
}

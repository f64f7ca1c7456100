import { z } from "zod";
import { db } from "@/lib/platform/db";
import { lockRow } from "@/lib/platform/db/lock-row";
import { type Finding, Probe } from "./contract";

/** What a check found out about an address, one probe after the other. */
const ServerCheck = z.object({ url: z.string(), passed: z.array(Probe) });

/** Keeps what a probe of the address found. The first one begins anew, and so does one of another address. */
export async function keepFinding(workspaceId: string, url: string, { probe, ok }: Finding): Promise<void> {
  await db().$transaction(async (tx) => {
    await lockRow(tx, "workspace", workspaceId, "no key update");
    const { serverCheck } = await tx.workspace.findUniqueOrThrow({ where: { id: workspaceId }, select: { serverCheck: true } });
    const before = ServerCheck.safeParse(serverCheck).data;
    const others = before?.url === url && probe !== Probe.options[0] ? before.passed.filter((one) => one !== probe) : [];
    await tx.workspace.update({ where: { id: workspaceId }, data: { serverCheck: { url, passed: ok ? [...others, probe] : others } } });
  });
}

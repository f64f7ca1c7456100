import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { cache } from "react";
import { z } from "zod";
import { CallView } from "@/components/actions/calls/call-view";
import { getCall } from "@/lib/actions/calls/contract";
import * as calls from "@/lib/actions/calls/log";
import { memberOf } from "@/lib/http/pages/page";
import { Id } from "@/lib/kernel/contract";
import { hasCode } from "@/lib/kernel/errors";

type Props = { params: Promise<{ workspace: string; callId: string }> };

function orNotFound(error: unknown): never {
  if (hasCode(error, "not_found")) notFound();
  throw error;
}

/** Cached: the title and the page share one read. */
const read = cache(async (slug: string, callId: string) => {
  const { workspace } = await memberOf(slug, "admin");
  if (!Id.safeParse(callId).success) notFound();
  return z.encode(getCall.output, await calls.get(workspace.id, callId).catch(orNotFound));
});

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { workspace, callId } = await params;
  const t = await getTranslations("settings.calls");
  return { title: t("callTitle", { label: (await read(workspace, callId)).label }) };
}

export default async function CallPage({ params }: Props) {
  const { workspace, callId } = await params;
  return <CallView key={callId} workspace={workspace} initial={await read(workspace, callId)} />;
}

import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { cache } from "react";
import { z } from "zod";
import { OpenChat } from "@/components/desk/conversation/open-chat";
import { getWindow } from "@/lib/channels/contract";
import * as chats from "@/lib/chats";
import { listItems } from "@/lib/chats/contract";
import * as panels from "@/lib/desk/panel";
import { getPanel } from "@/lib/desk/panel/contract";
import { memberOf } from "@/lib/http/pages/page";
import { Id } from "@/lib/kernel/contract";
import { hasCode } from "@/lib/kernel/errors";
import { shownNameOf } from "@/lib/people/shared/display-name";

type Props = { params: Promise<{ workspace: string; chatId: string }> };

function orNotFound(error: unknown): never {
  if (hasCode(error, "not_found")) notFound();
  throw error;
}

/** Cached: the title and the page share one read. */
const read = cache(async (slug: string, chatId: string) => {
  const { workspace, account, role } = await memberOf(slug, "agent");
  if (!Id.safeParse(chatId).success) notFound();
  const [items, panel, window] = await Promise.all([
    chats.items(workspace.id, chatId, {}),
    panels.read(workspace.id, chatId, role),
    chats.windowOf(workspace.id, chatId),
  ]).catch(orNotFound);
  return {
    items: z.encode(listItems.output, items),
    panel: z.encode(getPanel.output, panel),
    window: z.encode(getWindow.output, window),
    account,
    role,
  };
});

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { workspace, chatId } = await params;
  const { panel } = await read(workspace, chatId);
  return { title: shownNameOf(await getTranslations("common"), panel.person.displayName) };
}

export default async function ChatPage({ params }: Props) {
  const { workspace, chatId } = await params;
  const { items, panel, window, account, role } = await read(workspace, chatId);
  const { next } = items;
  return (
    <OpenChat
      key={chatId}
      chatId={chatId}
      me={{ id: account.id, name: account.name }}
      isAdmin={role !== "agent"}
      firstTimeline={{ items: items.items, next }}
      firstPanel={panel}
      firstWindow={window}
      readAt={Date.now()}
    />
  );
}

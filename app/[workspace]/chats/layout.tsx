import type { ReactNode } from "react";
import { z } from "zod";
import { ChatList } from "@/components/chat/list/chat-list";
import { ChatsFrame } from "@/components/chat/list/chats-frame";
import { Live } from "@/components/chat/shared/live";
import * as chats from "@/lib/domain/chats";
import { listChats } from "@/lib/domain/chats/contract";
import { memberOf } from "@/lib/http/page";

type Props = { children: ReactNode; params: Promise<{ workspace: string }> };

export default async function ChatsLayout({ children, params }: Props) {
  const { workspace, account } = await memberOf((await params).workspace, "agent");
  const firstOpen = z.encode(listChats.output, await chats.list(workspace.id, { accountId: account.id, view: "open" }));

  return (
    <Live key={workspace.slug} workspace={workspace.slug}>
      <ChatsFrame list={<ChatList workspace={workspace.slug} firstOpen={firstOpen} />}>{children}</ChatsFrame>
    </Live>
  );
}

import type { ReactNode } from "react";
import { z } from "zod";
import { ChatList } from "@/components/chat/chat-list";
import { ChatsFrame } from "@/components/chat/chats-frame";
import { Live } from "@/components/chat/live";
import { memberOf } from "@/lib/api/page";
import * as chats from "@/lib/chats";
import { listChats } from "@/lib/chats/contract";

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

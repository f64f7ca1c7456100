import { headers } from "next/headers";
import type { ReactNode } from "react";
import { z } from "zod";
import { StartLink } from "@/app/start-link";
import { Texts } from "@/app/texts";
import { ChatList, type FirstPage } from "@/components/desk/list/chat-list";
import { ChatsFrame } from "@/components/desk/list/chats-frame";
import { ChatSkeleton } from "@/components/desk/opening/chat-skeleton";
import { KeptChat } from "@/components/desk/opening/kept-chat";
import { filterOf } from "@/components/desk/shared/filter";
import { Live } from "@/components/desk/shared/live";
import * as chats from "@/lib/chats";
import { listChats } from "@/lib/chats/contract";
import * as firstRun from "@/lib/desk/first-run";
import { memberOf } from "@/lib/http/pages/page";
import { pathHeader } from "@/lib/http/path-header";

type Props = { children: ReactNode; params: Promise<{ workspace: string }> };

/** The list that the address asks for. Null when it cannot be read: the browser asks again, and an open chat stays usable. */
async function readFirst(workspaceId: string, accountId: string): Promise<FirstPage | null> {
  const path = (await headers()).get(pathHeader) ?? "/";
  const filter = filterOf(new URL(path, "http://page").searchParams);
  const { view, channel, tag, sort } = filter;
  try {
    const page = await chats.list(workspaceId, { accountId, view, channel: channel ?? undefined, tag: tag ?? undefined, sort });
    return { filter, page: z.encode(listChats.output, page) };
  } catch {
    return null;
  }
}

export default async function ChatsLayout({ children, params }: Props) {
  const { workspace, account, role } = await memberOf((await params).workspace, "agent");
  const first = await readFirst(workspace.id, account.id);
  const isAdmin = role !== "agent";
  const isNew = isAdmin && first?.page.items.length === 0 && !(await firstRun.read(workspace.id)).hasChats;
  const me = { id: account.id, name: account.name, isAdmin };

  return (
    <Texts part="chats">
      <Live key={workspace.slug} workspace={workspace.slug} me={me}>
        <ChatsFrame
          list={<ChatList first={first} whenEmpty={isNew && <StartLink workspace={workspace.slug} step="channel" />} />}
          cached={<KeptChat />}
          skeleton={<ChatSkeleton />}
        >
          {children}
        </ChatsFrame>
      </Live>
    </Texts>
  );
}

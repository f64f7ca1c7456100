"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { useView } from "@/components/chat/shared/use-view";
import { useVisible } from "@/components/chat/shared/use-visible";
import { Button } from "@/components/ui/button";
import { type ChatPage, chatsQuery } from "@/lib/domain/chats/browser/queries";
import { ChatListSkeleton } from "./chat-list-skeleton";
import { ChatRow } from "./chat-row";
import { ChatViews } from "./chat-views";
import { ListMessage } from "./list-message";

/** The chats of one view, newest activity first. `firstOpen` is the first page of open chats from the server render. */
export function ChatList({ workspace, firstOpen }: { workspace: string; firstOpen: ChatPage }) {
  const t = useTranslations("chat.list");
  const common = useTranslations("common");
  const view = useView();
  const { chatId } = useParams<{ chatId?: string }>();
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = useInfiniteQuery({
    ...chatsQuery(workspace, view),
    ...(view === "open" && { initialData: { pages: [firstOpen], pageParams: [null] } }),
  });
  const chats = data?.pages.flatMap((page) => page.items) ?? [];
  // The visible chat counts as seen before the server has recorded it.
  const seen = useVisible() ? chatId : undefined;
  const isOpenChatNew = chats.some(({ id, status, newProblem }) => id === seen && status === "open" && newProblem);
  const newProblems = (data?.pages[0] ?? firstOpen).newProblems - (isOpenChatNew ? 1 : 0);

  // The open chat provides the page's h1.
  const Title = chatId ? "h2" : "h1";

  return (
    <nav aria-label={t("title")} className="flex min-h-0 w-full flex-col border-r border-line max-md:border-r-0">
      <header className="flex h-14 flex-none items-center border-b border-line px-4">
        <Title className="text-lg">{t("title")}</Title>
      </header>
      <ChatViews view={view} newProblems={newProblems} />
      {!data && !error && <ChatListSkeleton />}
      {!data && error && (
        <ListMessage title={t("failed")} action={<Button onClick={() => refetch()}>{common("tryAgain")}</Button>}>
          {error.message}
        </ListMessage>
      )}
      {data && chats.length === 0 && <ListMessage title={t(`empty.${view}.title`)}>{t(`empty.${view}.text`)}</ListMessage>}
      {chats.length > 0 && (
        <ul className="min-h-0 flex-1 overflow-y-auto px-2 pb-2">
          {chats.map((chat) => (
            <ChatRow key={chat.id} chat={chat} workspace={workspace} view={view} isChosen={chat.id === chatId} isSeen={chat.id === seen} />
          ))}
          {hasNextPage && (
            <li className="flex justify-center p-2">
              <Button variant="ghost" busy={isFetchingNextPage} onClick={() => fetchNextPage()}>
                {common("showMore")}
              </Button>
            </li>
          )}
        </ul>
      )}
    </nav>
  );
}

"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useRef } from "react";
import { SearchButton, useCommands } from "@/components/commands/commands";
import { useLive } from "@/components/desk/shared/live";
import { useOpening } from "@/components/desk/shared/opening";
import { useChatSteps } from "@/components/desk/shared/use-chat-steps";
import { useFilter } from "@/components/desk/shared/use-view";
import { Button } from "@/components/ui/button";
import { loader, useLoaded } from "@/components/ui/use-loaded";
import { type ChatPage, chatsQuery, type Filter, openFilter } from "@/lib/chats/browser/queries";
import { listOf } from "@/lib/chats/browser/store/chat-list";
import { ChatListSkeleton } from "./chat-list-skeleton";
import { ChatRows } from "./chat-rows";
import { ChatViews } from "./chat-views";
import { chooseFilter } from "./choose-filter";
import { FilterMenu } from "./filter-menu";
import { MentionsButton } from "./mentions-button";

const tabStatus = loader(() => import("./tab-status").then(({ TabStatus }) => TabStatus));

const selectionBar = loader(() => import("./selection/selection-bar").then(({ SelectionBar }) => SelectionBar));

const keyOf = ({ view, channel, tag, sort }: Filter) => `${view} ${channel} ${tag} ${sort}`;
const noCounts = { mine: 0, unassigned: 0, problems: 0, mentions: 0, unread: 0 };

/** The first page of a list from the server's render. */
export type FirstPage = { filter: Filter; page: ChatPage };

/** A list that is shown again may be old, and one that was just loaded missed the changes of that time. */
function useFreshList(filter: Filter, isLoaded: boolean): void {
  const { live } = useLive();
  const key = keyOf(filter);
  const shown = useRef(key);
  useEffect(() => {
    if (!isLoaded) return;
    if (shown.current !== key) live.refreshList();
    shown.current = key;
  }, [live, key, isLoaded]);
}

/** J and K. */
function useListCommands(): void {
  const t = useTranslations("chat.list");
  const { next, previous } = useChatSteps();
  useCommands([
    { id: "next-chat", label: t("next"), group: "go", keys: "j", run: next },
    { id: "previous-chat", label: t("previous"), group: "go", keys: "k", run: previous },
    { id: "mentions", label: t("mentions"), group: "go", keys: "g m", run: () => chooseFilter({ ...openFilter, view: "mentions" }) },
  ]);
}

/** The chats of one view, newest activity first. `first` is null when the server could not read them; `whenEmpty` leads to the first chat. */
export function ChatList({ first, whenEmpty }: { first: FirstPage | null; whenEmpty: ReactNode }) {
  const t = useTranslations("chat.list");
  const common = useTranslations("common");
  const { workspace } = useLive();
  const { chatId } = useOpening();
  const filter = useFilter();
  const key = keyOf(filter);
  const initial = (wanted: string) => (first && keyOf(first.filter) === wanted ? { initialData: () => listOf(first.page) } : {});
  const { data, error, refetch } = useQuery({ ...chatsQuery(workspace, filter), ...initial(key) });
  // Also while another view is shown: the title counts the unread chats, and the one on the screen counts as read.
  const { data: open } = useQuery({ ...chatsQuery(workspace, openFilter), ...initial(keyOf(openFilter)) });
  const counts = (data ?? open)?.counts ?? first?.page.counts ?? noCounts;
  useFreshList(filter, data !== undefined);
  useListCommands();
  const Selection = useLoaded(selectionBar, true);
  const TabStatus = useLoaded(tabStatus, true);
  const isEmpty = data !== undefined && data.items.length === 0 && data.next === null;

  const empty = filter.tag
    ? { title: t("noneWithTag.title"), text: t("noneWithTag.text") }
    : filter.channel
      ? { title: t("noneOnChannel.title"), text: t("noneOnChannel.text") }
      : { title: t(`empty.${filter.view}.title`), text: t(`empty.${filter.view}.text`) };

  // The open chat provides the page's h1.
  const Title = chatId ? "h2" : "h1";

  return (
    <nav aria-label={t("title")} className="flex min-h-0 w-full flex-col border-e border-line max-md:border-e-0">
      <header className="flex h-14 flex-none items-center gap-1 border-b border-line ps-4 pe-2 short:h-11">
        <Title className="me-auto text-lg">{t("title")}</Title>
        <SearchButton />
        <MentionsButton filter={filter} count={counts.mentions} />
        <FilterMenu filter={filter} />
      </header>
      <ChatViews filter={filter} counts={counts} />
      {!data && !error && <ChatListSkeleton />}
      {!data && error && (
        <ListMessage title={t("failed")} action={<Button onClick={() => refetch()}>{common("tryAgain")}</Button>}>
          {error.message}
        </ListMessage>
      )}
      {isEmpty && (
        <ListMessage title={empty.title} action={whenEmpty}>
          {empty.text}
        </ListMessage>
      )}
      {data && !isEmpty && <ChatRows key={key} list={data} filter={filter} />}
      {Selection && data && <Selection key={`selection ${key}`} chats={data.items} chosen={chatId} />}
      {TabStatus && <TabStatus chats={open?.items ?? []} unread={(open?.counts ?? counts).unread} problems={counts.problems} />}
    </nav>
  );
}

/** Shown in place of the list. */
function ListMessage({ title, children, action }: { title: string; children: ReactNode; action?: ReactNode }) {
  return (
    <div className="flex flex-col items-start gap-1 px-4 py-6">
      <p className="font-semibold text-sm">{title}</p>
      <p className="text-sm text-soft">{children}</p>
      {action && <div className="mt-2">{action}</div>}
    </div>
  );
}

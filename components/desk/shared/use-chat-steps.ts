import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { startTransition, useEffect, useRef } from "react";
import { chatsQuery } from "@/lib/chats/browser/queries";
import { neighbour } from "@/lib/chats/browser/store/chat-list";
import type { ChatSummary } from "@/lib/chats/contract";
import { useLive } from "./live";
import { useOpening } from "./opening";
import { useFilter, useListSearch } from "./use-view";

type Position = Pick<ChatSummary, "id" | "lastItemAt">;

/** Opens the next or the previous chat of the list, also from one that has just left it, and returns whether there is one. */
export function useChatSteps() {
  const { workspace, live } = useLive();
  const { chosen, begin } = useOpening();
  const filter = useFilter();
  const search = useListSearch();
  const client = useQueryClient();
  const router = useRouter();
  const list = chatsQuery(workspace, filter);
  const { data: position } = useQuery({
    ...list,
    select: ({ items }): Position | undefined => {
      const found = items.find(({ id }) => id === chosen);
      return found && { id: found.id, lastItemAt: found.lastItemAt };
    },
  });
  const lastPosition = useRef<Position | null>(null);
  useEffect(() => {
    if (position) lastPosition.current = position;
  }, [position]);

  function go(step: 1 | -1): boolean {
    const { items, next } = client.getQueryData(list.queryKey) ?? { items: [], next: null };
    const from = lastPosition.current?.id === chosen ? lastPosition.current : null;
    const found = neighbour(items, from, step);
    if (!found) {
      if (step === 1 && next !== null) void live.moreChats(filter).catch(() => undefined);
      return false;
    }
    begin(found.id);
    startTransition(() => router.push(`/${workspace}/chats/${found.id}${search}`));
    return true;
  }

  return { next: () => go(1), previous: () => go(-1) };
}

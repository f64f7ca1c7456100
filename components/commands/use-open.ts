import { useRouter } from "next/navigation";
import { useMemo } from "react";
import { confirmLeaving } from "@/lib/browser/leaving";
import { addressWithItem } from "@/lib/chats/browser/item-address";
import type { Open } from "./found-entries";

/** The list's view and filters stay; what else is in the address belongs to the chat that is left. */
function keptSearch(workspace: string): URLSearchParams {
  const isInChats = window.location.pathname.startsWith(`/${workspace}/chats`);
  const search = new URLSearchParams(isInChats ? window.location.search : "");
  search.delete("context");
  return search;
}

export function useOpen(workspace: string): Open {
  const router = useRouter();
  return useMemo(() => {
    const push = (address: string) => confirmLeaving(address) || router.push(address);
    return {
      chat(chatId, seq = null) {
        const path = `/${workspace}/chats/${chatId}`;
        const address = addressWithItem(path, keptSearch(workspace), seq);
        // The chat on the screen goes to its item by itself: nothing has to be fetched for its page.
        if (seq !== null && window.location.pathname === path) window.history.replaceState(null, "", address);
        else push(address);
      },
      contact: (contactId) => push(`/${workspace}/contacts/${contactId}`),
    };
  }, [router, workspace]);
}

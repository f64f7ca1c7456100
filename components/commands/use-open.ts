import { useRouter } from "next/navigation";
import { useMemo } from "react";
import type { Open } from "./found-entries";

/** The list's view and filters stay; what else is in the address belongs to the chat that is left. */
function chatAddress(workspace: string, chatId: string): string {
  const search = new URLSearchParams(window.location.search);
  search.delete("context");
  const isInChats = window.location.pathname.startsWith(`/${workspace}/chats`);
  return `/${workspace}/chats/${chatId}${isInChats && search.size > 0 ? `?${search}` : ""}`;
}

export function useOpen(workspace: string): Open {
  const router = useRouter();
  return useMemo(
    () => ({
      chat: (chatId) => router.push(chatAddress(workspace, chatId)),
      contact: (contactId) => router.push(`/${workspace}/contacts/${contactId}`),
    }),
    [router, workspace],
  );
}

import { useRouter } from "next/navigation";
import { startTransition } from "react";
import type { Opening } from "./opening";

/** Shows the chat of a notification that was clicked. */
export function useOpenChat({ workspace, opening }: { workspace: string; opening: Opening }): (chatId: string) => void {
  const router = useRouter();
  return (chatId) => {
    if (chatId === opening.chatId) return;
    opening.begin(chatId);
    startTransition(() => router.push(`/${workspace}/chats/${chatId}`));
  };
}

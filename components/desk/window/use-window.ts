import { useQuery } from "@tanstack/react-query";
import { useLive } from "@/components/desk/shared/live";
import { useNow } from "@/components/time/use-now";
import { windowQuery } from "@/lib/channels/browser/queries";
import { type MessagingWindow, windowAt } from "./messaging-window";

/**
 * Refreshed with the panel: a message of the customer opens the window again at once. Before hydration the time is that of the
 * server's read, which is the same in both renders.
 */
export function useWindow(chatId: string): MessagingWindow {
  const { workspace } = useLive();
  const { data, dataUpdatedAt } = useQuery(windowQuery(workspace, chatId));
  const now = useNow();
  return windowAt(data, now ?? dataUpdatedAt);
}

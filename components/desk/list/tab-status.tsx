import { useEffect } from "react";
import { useLive } from "@/components/desk/shared/live";
import { useOpening } from "@/components/desk/shared/opening";
import { useVisible } from "@/components/desk/shared/use-visible";
import type { ChatSummary } from "@/lib/chats/contract";
import { tabIcon, titleWith, waitingFor, withoutCount } from "./tab-title";

/** Runs `apply` now and whenever the head of the document changes, such as after a navigation, which writes the title anew. */
function keepInHead(apply: () => void): () => void {
  apply();
  const observer = new MutationObserver(apply);
  const title = document.querySelector("title");
  // A title that was streamed may be in the body.
  for (const node of title ? [document.head, title] : [document.head])
    observer.observe(node, { childList: true, characterData: true, subtree: true });
  return () => observer.disconnect();
}

/** The number before the page's title. A navigation may bring a new element for that, with which it starts anew. */
function Count({ count }: { count: number }) {
  useEffect(() => {
    const stop = keepInHead(() => {
      const title = titleWith(document.title, count);
      if (title !== document.title) document.title = title;
    });
    return () => {
      stop();
      document.title = withoutCount(document.title);
    };
  }, [count]);
  return null;
}

/** A second link, because the first belongs to the page; browsers take the last one. */
function useIcon(href: string | null): void {
  useEffect(() => {
    if (href === null) return;
    const link = Object.assign(document.createElement("link"), { rel: "icon", type: "image/svg+xml", href });
    const stop = keepInHead(() => {
      const icons = document.head.querySelectorAll('link[rel="icon"]');
      if (icons.item(icons.length - 1) !== link) document.head.append(link);
    });
    return () => {
      stop();
      link.remove();
    };
  }, [href]);
}

/** What the browser's tab says: how many chats wait for this agent, and whether there is an open problem. */
export function TabStatus({ chats, unread, problems }: { chats: ChatSummary[]; unread: number; problems: number }) {
  const { me } = useLive();
  const { chatId } = useOpening();
  const seen = useVisible() ? chatId : null;
  const count = waitingFor(chats, unread, { accountId: me.id, seen });
  useIcon(tabIcon(count, problems > 0));
  return <Count key={chatId} count={count} />;
}

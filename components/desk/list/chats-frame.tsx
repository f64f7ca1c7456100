"use client";

import { useRouter } from "next/navigation";
import { type ReactNode, useEffect, useRef } from "react";
import { useOpening } from "@/components/desk/shared/opening";
import { classes } from "@/components/ui/classes";

type Props = {
  list: ReactNode;
  /** The chat that was opened before. */
  cached: ReactNode;
  /** In place of a chat that is on the way. */
  skeleton: ReactNode;
  /** The page from the server. */
  children: ReactNode;
};

const paneClass = "min-h-0 min-w-0";

/** The list beside the chat; a small screen shows one of the two. */
export function ChatsFrame({ list, cached, skeleton, children }: Props) {
  const { chatId, shown } = useOpening();
  const isChosen = chatId !== null;
  const pane = useRef<HTMLDivElement>(null);
  const router = useRouter();

  // When a chat is clicked during its prefetch and the prefetch fails, Next renders nothing and never recovers. A refresh
  // waits for the network, as a click does.
  useEffect(() => {
    if (chatId !== null && shown === "page" && pane.current?.childElementCount === 0) router.refresh();
  }, [chatId, shown, router]);

  return (
    <main
      data-open-chat={isChosen ? "" : undefined}
      className="grid h-full min-h-0 grid-cols-[clamp(304px,22.2vw,320px)_minmax(0,1fr)] grid-rows-[minmax(0,1fr)] max-wide:grid-cols-[280px_minmax(0,1fr)] max-md:grid-cols-1"
    >
      <div className={classes("flex", paneClass, isChosen && "max-md:hidden")}>{list}</div>
      <div ref={pane} className={classes("peer empty:hidden", paneClass, !isChosen && "max-md:hidden")}>
        {shown === "page" ? children : shown === "cached" ? cached : skeleton}
      </div>
      {shown === "page" && <div className={classes("hidden peer-empty:block", paneClass)}>{skeleton}</div>}
    </main>
  );
}

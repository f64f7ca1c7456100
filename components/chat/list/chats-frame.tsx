"use client";

import { useParams, useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useRef } from "react";
import { Spinner } from "@/components/ui/spinner";

/** The list beside the chat; a small screen shows one of the two. */
export function ChatsFrame({ list, children }: { list: ReactNode; children: ReactNode }) {
  const t = useTranslations("chat.list");
  const { chatId } = useParams<{ chatId?: string }>();
  const isChosen = chatId !== undefined;
  const pane = useRef<HTMLDivElement>(null);
  const router = useRouter();

  // When a chat is clicked during its prefetch and the prefetch fails, Next renders nothing and never recovers. A refresh
  // waits for the network, as a click does.
  useEffect(() => {
    if (chatId !== undefined && pane.current?.childElementCount === 0) router.refresh();
  }, [chatId, router]);

  return (
    <main className="grid h-full min-h-0 grid-cols-[304px_minmax(0,1fr)] grid-rows-[minmax(0,1fr)] max-[1100px]:grid-cols-[280px_minmax(0,1fr)] max-md:grid-cols-1">
      <div className={isChosen ? "flex min-h-0 min-w-0 max-md:hidden" : "flex min-h-0 min-w-0"}>{list}</div>
      <div ref={pane} className={`peer min-h-0 min-w-0 empty:hidden ${isChosen ? "" : "max-md:hidden"}`}>
        {children}
      </div>
      <p role="status" className="hidden items-center justify-center gap-2 bg-surface text-soft text-sm peer-empty:flex">
        <Spinner />
        {t("opening")}
      </p>
    </main>
  );
}

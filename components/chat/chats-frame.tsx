"use client";

import { useParams } from "next/navigation";
import type { ReactNode } from "react";

/** The list beside the chat; on a small screen one of the two. */
export function ChatsFrame({ list, children }: { list: ReactNode; children: ReactNode }) {
  const isChosen = useParams<{ chatId?: string }>().chatId !== undefined;
  return (
    <main className="grid h-full min-h-0 grid-cols-[304px_minmax(0,1fr)] grid-rows-[minmax(0,1fr)] max-[1100px]:grid-cols-[280px_minmax(0,1fr)] max-md:grid-cols-1">
      <div className={isChosen ? "flex min-h-0 min-w-0 max-md:hidden" : "flex min-h-0 min-w-0"}>{list}</div>
      <div className={isChosen ? "min-h-0 min-w-0" : "min-h-0 min-w-0 max-md:hidden"}>{children}</div>
    </main>
  );
}

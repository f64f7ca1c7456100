"use client";

import Link from "next/link";
import { useLive } from "./shared/live";

export function BackToChats() {
  const { workspace } = useLive();
  return (
    <Link href={`/${workspace}/chats`} className="text-accent underline underline-offset-2">
      All chats
    </Link>
  );
}

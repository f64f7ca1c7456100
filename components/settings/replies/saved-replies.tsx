"use client";

import { useQuery } from "@tanstack/react-query";
import { MessageSquareText, Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Panel } from "@/components/ui/panel";
import { repliesQuery } from "@/lib/chats/replies/browser/queries";
import { type listReplies, maxReplies } from "@/lib/chats/replies/contract";
import type { ReplyOf } from "@/lib/kernel/contract";
import { ReplyDialog } from "./reply-dialog";
import { ReplyRow } from "./reply-row";

/** The texts that every member can insert with a slash. */
export function SavedReplies({ workspace, initial }: { workspace: string; initial: ReplyOf<typeof listReplies> }) {
  const t = useTranslations("settings.replies");
  const { data } = useQuery({ ...repliesQuery(workspace), initialData: initial });
  const [isAdding, setAdding] = useState(false);
  const add = (
    <Button disabled={data.items.length >= maxReplies} onClick={() => setAdding(true)}>
      <Plus aria-hidden className="size-4" />
      {t("add")}
    </Button>
  );

  return (
    <Panel title={t("title")} hidesTitle description={t("description")} action={add} flush>
      {data.items.length === 0 ? (
        <EmptyState icon={<MessageSquareText />} title={t("noneTitle")}>
          {t("none")}
        </EmptyState>
      ) : (
        <ul aria-label={t("title")} className="divide-y divide-line">
          {data.items.map((reply) => (
            <ReplyRow key={reply.id} workspace={workspace} reply={reply} />
          ))}
        </ul>
      )}
      <ReplyDialog workspace={workspace} open={isAdding} onClose={() => setAdding(false)} />
    </Panel>
  );
}

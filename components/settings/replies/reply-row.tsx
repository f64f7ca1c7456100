"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { RowActions } from "@/components/settings/shared/row-actions";
import { bdi } from "@/components/ui/bdi";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { toast } from "@/components/ui/toast";
import { call } from "@/lib/browser/call";
import { repliesQuery } from "@/lib/chats/replies/browser/queries";
import type { SavedReply } from "@/lib/chats/replies/contract";
import { removeReply } from "@/lib/chats/replies/endpoints";
import { isolated } from "@/lib/kernel/text";
import { ReplyDialog } from "./reply-dialog";

export function ReplyRow({ workspace, reply }: { workspace: string; reply: SavedReply }) {
  const t = useTranslations("settings.replies");
  const queries = useQueryClient();
  const [opened, setOpened] = useState<"edit" | "remove" | null>(null);
  const { id, title, shortcut, text } = reply;
  const remove = useMutation({
    mutationFn: () => call(removeReply, { params: { workspace, replyId: id } }),
    onSuccess: () => {
      toast.success(t.rich("removed", { title, bdi }));
      close();
    },
  });

  // An error in a dialog may mean that the reply has changed, so closing it refetches.
  function close() {
    setOpened(null);
    void queries.invalidateQueries(repliesQuery(workspace));
  }

  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3">
      <div className="min-w-0 flex-1 basis-56">
        <p className="flex min-w-0 items-baseline gap-2">
          <span className="wrap-anywhere font-medium">{title}</span>
          {shortcut && <code className="flex-none font-mono text-soft text-xs">/{shortcut}</code>}
        </p>
        <p className="mt-0.5 line-clamp-2 text-soft text-sm wrap-anywhere">{text}</p>
      </div>
      <RowActions
        editLabel={t("edit", { title: isolated(title) })}
        removeLabel={t("removeOf", { title: isolated(title) })}
        onEdit={() => setOpened("edit")}
        onRemove={() => {
          remove.reset();
          setOpened("remove");
        }}
      />
      <ReplyDialog workspace={workspace} reply={reply} open={opened === "edit"} onClose={close} />
      <ConfirmDialog
        open={opened === "remove"}
        onOpenChange={close}
        title={t.rich("removeTitle", { title, bdi })}
        confirmLabel={t("removeConfirm")}
        danger
        busy={remove.isPending}
        error={remove.error?.message}
        onConfirm={remove.mutate}
      >
        {t("removeBody")}
      </ConfirmDialog>
    </li>
  );
}

"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { RowActions } from "@/components/settings/shared/row-actions";
import { bdi } from "@/components/ui/bdi";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { TagPill } from "@/components/ui/tag-pill";
import { toast } from "@/components/ui/toast";
import { call } from "@/lib/browser/call";
import { tagsQuery } from "@/lib/chats/tags/browser/queries";
import type { Tag } from "@/lib/chats/tags/contract";
import { removeTag } from "@/lib/chats/tags/endpoints";
import { isolated } from "@/lib/kernel/text";
import { TagDialog } from "./tag-dialog";

export function TagRow({ workspace, tag }: { workspace: string; tag: Tag }) {
  const t = useTranslations("settings.tags");
  const queries = useQueryClient();
  const [opened, setOpened] = useState<"edit" | "remove" | null>(null);
  const { id, name } = tag;
  const remove = useMutation({
    mutationFn: () => call(removeTag, { params: { workspace, tagId: id } }),
    onSuccess: () => {
      toast.success(t.rich("removed", { name, bdi }));
      close();
    },
  });

  // An error in a dialog may mean that the tag has changed, so closing it refetches.
  function close() {
    setOpened(null);
    void queries.invalidateQueries(tagsQuery(workspace));
  }

  return (
    <li className="flex min-h-13 flex-wrap items-center gap-x-3 gap-y-2 px-4 py-2">
      <span className="flex min-w-0 flex-1 basis-40">
        <TagPill tag={tag} />
      </span>
      <RowActions
        editLabel={t("edit", { name: isolated(name) })}
        removeLabel={t("removeOf", { name: isolated(name) })}
        onEdit={() => setOpened("edit")}
        onRemove={() => {
          remove.reset();
          setOpened("remove");
        }}
      />
      <TagDialog workspace={workspace} tag={tag} open={opened === "edit"} onClose={close} />
      <ConfirmDialog
        open={opened === "remove"}
        onOpenChange={close}
        title={t.rich("removeTitle", { name, bdi })}
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

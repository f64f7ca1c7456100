"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { SettingsRow } from "@/components/settings/shared/settings-row";
import { bdi } from "@/components/ui/bdi";
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
  const { id, name } = tag;

  async function remove() {
    await call(removeTag, { params: { workspace, tagId: id } });
    toast.success(t.rich("removed", { name, bdi }));
  }

  return (
    <SettingsRow
      className="min-h-13 gap-y-2 py-2"
      editLabel={t("edit", { name: isolated(name) })}
      editor={(dialog) => <TagDialog workspace={workspace} tag={tag} {...dialog} />}
      removal={{
        label: t("removeOf", { name: isolated(name) }),
        title: t.rich("removeTitle", { name, bdi }),
        body: t("removeBody"),
        confirm: t("removeConfirm"),
        run: remove,
      }}
      refresh={() => queries.invalidateQueries(tagsQuery(workspace))}
    >
      <span className="flex min-w-0 flex-1 basis-40">
        <TagPill tag={tag} />
      </span>
    </SettingsRow>
  );
}

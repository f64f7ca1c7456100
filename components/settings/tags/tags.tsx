"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus, Tags as TagsIcon } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Panel } from "@/components/ui/panel";
import { tagsQuery } from "@/lib/chats/tags/browser/queries";
import { type listTags, maxTags } from "@/lib/chats/tags/contract";
import type { ReplyOf } from "@/lib/kernel/contract";
import { TagDialog } from "./tag-dialog";
import { TagRow } from "./tag-row";

/** The tags that agents can put on chats. */
export function Tags({ workspace, initial }: { workspace: string; initial: ReplyOf<typeof listTags> }) {
  const t = useTranslations("settings.tags");
  const { data } = useQuery({ ...tagsQuery(workspace), initialData: initial });
  const [isAdding, setAdding] = useState(false);
  const add = (
    <Button disabled={data.items.length >= maxTags} onClick={() => setAdding(true)}>
      <Plus aria-hidden className="size-4" />
      {t("add")}
    </Button>
  );

  return (
    <Panel title={t("title")} hidesTitle description={t("description", { max: String(maxTags) })} action={add} flush>
      {data.items.length === 0 ? (
        <EmptyState icon={<TagsIcon />} title={t("noneTitle")}>
          {t("none")}
        </EmptyState>
      ) : (
        <ul aria-label={t("title")} className="divide-y divide-line">
          {data.items.map((tag) => (
            <TagRow key={tag.id} workspace={workspace} tag={tag} />
          ))}
        </ul>
      )}
      <TagDialog workspace={workspace} open={isAdding} onClose={() => setAdding(false)} />
    </Panel>
  );
}

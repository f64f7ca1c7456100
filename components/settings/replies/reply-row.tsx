"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { SettingsRow } from "@/components/settings/shared/settings-row";
import { bdi } from "@/components/ui/bdi";
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
  const { id, title, shortcut, text } = reply;

  async function remove() {
    await call(removeReply, { params: { workspace, replyId: id } });
    toast.success(t.rich("removed", { title, bdi }));
  }

  return (
    <SettingsRow
      editLabel={t("edit", { title: isolated(title) })}
      editor={(dialog) => <ReplyDialog workspace={workspace} reply={reply} {...dialog} />}
      removal={{
        label: t("removeOf", { title: isolated(title) }),
        title: t.rich("removeTitle", { title, bdi }),
        body: t("removeBody"),
        confirm: t("removeConfirm"),
        run: remove,
      }}
      refresh={() => queries.invalidateQueries(repliesQuery(workspace))}
    >
      <div className="min-w-0 flex-1 basis-56">
        <p className="flex min-w-0 items-baseline gap-2">
          <span className="wrap-anywhere font-medium">{title}</span>
          {shortcut && <code className="flex-none font-mono text-soft text-xs">/{shortcut}</code>}
        </p>
        <p className="mt-0.5 line-clamp-2 text-soft text-sm wrap-anywhere">{text}</p>
      </div>
    </SettingsRow>
  );
}

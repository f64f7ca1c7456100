import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { AlarmClock } from "lucide-react";
import { useTranslations } from "next-intl";
import { useLive } from "@/components/desk/shared/live";
import { When } from "@/components/time/when";
import { bdi } from "@/components/ui/bdi";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import { call } from "@/lib/browser/call";
import { scheduledQuery } from "@/lib/channels/browser/scheduled";
import type { Scheduled } from "@/lib/channels/scheduled/contract";
import { cancelScheduled } from "@/lib/channels/scheduled/endpoints";
import type { Draft } from "@/lib/chats/browser/draft-storage";
import { clip } from "@/lib/kernel/text";

type Change = (change: (draft: Draft) => Draft) => void;
type Props = { chatId: string; onEdit: Change };

const maxShown = 140;

/** Above the field: what is sent later, and what could not be sent. Anybody may take it out, or back into the field. */
export function ScheduledList({ chatId, onEdit }: Props) {
  const t = useTranslations("chat.later");
  const { workspace } = useLive();
  const { data } = useQuery(scheduledQuery(workspace, chatId));
  if (!data || data.items.length === 0) return null;
  return (
    <ul aria-label={t("list")} className="mx-auto mb-2 flex max-h-40 short:max-h-14 max-w-[720px] flex-col gap-1.5 overflow-y-auto">
      {data.items.map((item) => (
        <ScheduledItem key={item.id} item={item} chatId={chatId} onEdit={onEdit} />
      ))}
    </ul>
  );
}

function ScheduledItem({ item, chatId, onEdit }: Props & { item: Scheduled }) {
  const t = useTranslations("chat.later");
  const { workspace, live } = useLive();
  const queries = useQueryClient();
  const { id, text, content, authorName, sendAt, failure } = item;
  const query = scheduledQuery(workspace, chatId);
  const files = content?.attachments?.length ?? 0;

  const { mutate, isPending } = useMutation({
    mutationFn: (_: { isEdit: boolean }) =>
      live.inOrder(chatId, () => call(cancelScheduled, { params: { workspace, chatId: item.chatId, itemId: id } })),
    onSuccess(_, { isEdit }) {
      if (isEdit) onEdit((draft) => withItem(draft, item, chatId));
      else toast.success(t("cancelled"));
    },
    onError: ({ message }) => toast.error(message),
    onSettled: () => queries.invalidateQueries(query),
  });

  return (
    <li
      className={`flex flex-wrap items-center gap-x-3 gap-y-1 rounded-lg border px-3 py-1.5 text-sm ${
        failure ? "border-problem-line bg-problem-soft" : "border-line bg-surface"
      }`}
    >
      <AlarmClock aria-hidden className={`size-4 flex-none ${failure ? "text-problem" : "text-soft"}`} />
      <div className="min-w-0 flex-1 basis-56">
        <p className={`text-xs ${failure ? "text-problem" : "text-soft"}`}>
          {failure
            ? t.rich(`failures.${failure}`, { name: authorName, bdi })
            : t.rich("sendsAt", { time: () => <When at={sendAt} />, name: authorName, bdi })}
        </p>
        <p dir="auto" className="truncate">
          {clip(text, maxShown) || t("files", { count: files })}
        </p>
      </div>
      <div className="flex flex-none gap-1.5">
        <Button disabled={isPending} onClick={() => mutate({ isEdit: true })}>
          {t("edit")}
        </Button>
        <Button disabled={isPending} onClick={() => mutate({ isEdit: false })}>
          {t(failure ? "discard" : "cancel")}
        </Button>
      </div>
    </li>
  );
}

/** What is in the field already stays behind it. Files and the quoted message are those of their chat. */
function withItem(draft: Draft, { text, content, chatId }: Scheduled, here: string): Draft {
  const own = chatId === here ? content : null;
  const quoted = own?.replyTo?.id ? { id: own.replyTo.id, text: own.replyTo.text } : undefined;
  return {
    ...draft,
    kind: "message",
    text: [text, draft.text].filter(Boolean).join("\n\n"),
    attachments: [...(own?.attachments ?? []), ...(draft.attachments ?? [])],
    replyTo: draft.replyTo ?? quoted,
  };
}

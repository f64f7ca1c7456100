import { useMutation } from "@tanstack/react-query";
import { CircleHelp, TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { useLive } from "@/components/desk/shared/live";
import { useTemplatePicker } from "@/components/desk/shared/template-picker";
import { toast } from "@/components/ui/toast";
import { call } from "@/lib/browser/call";
import { sendAgain } from "@/lib/channels/endpoints";
import type { MessageStatus as Status } from "@/lib/chats/contract";

const link = "font-semibold text-text underline underline-offset-2 aria-disabled:opacity-50";

type Props = { chatId: string; itemId: string; status: Status };

/** A message that did not arrive, or of which that is unknown, with the reason and what the agent can do. */
export function NotSent({ chatId, itemId, status: { state, reason, advice } }: Props) {
  const t = useTranslations("chat.status");
  const { workspace, live } = useLive();
  const pickTemplate = useTemplatePicker();
  const { mutate, isPending } = useMutation({
    mutationFn: () => live.inOrder(chatId, () => call(sendAgain, { params: { workspace, chatId, itemId }, body: {} })),
    onSuccess: () => live.refreshChat(chatId, { whole: true }),
    onError: (error) => toast.error(error.message),
  });
  const isUnknown = state === "unknown";
  const Icon = isUnknown ? CircleHelp : TriangleAlert;
  return (
    <div className="mx-1 flex max-w-full flex-wrap items-center justify-end gap-x-2 text-xs">
      <span className={`flex min-w-0 items-start gap-1 wrap-anywhere ${isUnknown ? "text-soft" : "text-problem"}`}>
        <Icon className="mt-px size-3.5 flex-none" />
        {t(isUnknown ? "unknown" : "failed", { reason: reason ?? "" })}
      </span>
      {advice === "send_again" && (
        <button type="button" className={link} aria-disabled={isPending} onClick={() => isPending || mutate()}>
          {t("sendAgain")}
        </button>
      )}
      {advice === "send_template" && pickTemplate && (
        <button type="button" className={link} onClick={pickTemplate}>
          {t("sendTemplate")}
        </button>
      )}
    </div>
  );
}

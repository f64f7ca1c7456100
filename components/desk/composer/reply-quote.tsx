import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import { IconButton } from "@/components/ui/icon-button";

/** The message that the next one replies to. */
export function ReplyQuote({ text, onRemove }: { text: string; onRemove: () => void }) {
  const t = useTranslations("chat.composer");
  return (
    <div className="mx-3 mt-2 flex items-center gap-2 border-accent border-s-2 ps-2 text-xs">
      <p className="min-w-0 flex-1 truncate text-soft">{t.rich("replying", { text, b: (part) => <bdi>{part}</bdi> })}</p>
      <IconButton label={t("noReply")} onClick={onRemove}>
        <X />
      </IconButton>
    </div>
  );
}

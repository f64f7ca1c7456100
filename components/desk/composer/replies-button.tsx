import { MessageSquareText } from "lucide-react";
import { useTranslations } from "next-intl";
import type { RefObject } from "react";
import { IconButton } from "@/components/ui/icon-button";

type Props = {
  box: RefObject<HTMLTextAreaElement | null>;
  onInsert: (at: { start: number; end: number }, text: string) => void;
};

/** Types the slash that opens the saved replies, for those who do not know it. */
export function RepliesButton({ box, onInsert }: Props) {
  const t = useTranslations("chat.composer");

  function open() {
    const field = box.current;
    if (!field) return;
    const { selectionStart: start, selectionEnd: end, value } = field;
    const isWordBefore = start > 0 && !/\s/u.test(value.charAt(start - 1));
    onInsert({ start, end }, isWordBefore ? " /" : "/");
  }

  return (
    <IconButton label={t("savedReplies")} onClick={open}>
      <MessageSquareText />
    </IconButton>
  );
}

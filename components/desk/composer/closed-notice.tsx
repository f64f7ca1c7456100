import { useTranslations } from "next-intl";
import { runCommand } from "@/components/commands/run";
import { Button } from "@/components/ui/button";

/** Replaces the input of a closed chat: messages to the customer need an open chat. */
export function ClosedNotice({ onReopen }: { onReopen: () => void }) {
  const t = useTranslations("chat.conversation");

  function reopen() {
    // It reopens a chat that is closed.
    runCommand("chat.close");
    onReopen();
  }

  return (
    <div role="status" className="flex min-h-12 items-center gap-3 px-3 pt-2.5">
      <p className="flex-1 text-sm text-soft">{t("closed")}</p>
      <Button variant="plain" onClick={reopen}>
        {t("reopen")}
      </Button>
    </div>
  );
}

import { useTranslations } from "next-intl";
import { runCommand } from "@/components/commands/run";
import { Button } from "@/components/ui/button";
import { loader, useLoaded } from "@/components/ui/use-loaded";
import type { unfilled } from "@/lib/chats/replies/shared/variables";

/** In place of the field of a closed chat: messages to the customer need an open one. */
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

type Finder = { find: typeof unfilled };

const bound = ({ find }: Finder) =>
  function Notice({ text }: { text: string }) {
    const t = useTranslations("chat.unfilled");
    const { empty, unknown } = find(text);
    return (
      <div role="status" className="flex flex-col px-3 pt-1 text-problem text-xs wrap-anywhere">
        {empty.length > 0 && <p>{t("empty", { names: empty.join(", "), count: empty.length })}</p>}
        {unknown.length > 0 && <p>{t("unknown", { names: unknown.join(", "), count: unknown.length })}</p>}
      </div>
    );
  };

// Few texts have variables, so what reads them is loaded with the first.
const unfilledNotice = loader(() => import("@/lib/chats/replies/shared/variables").then(({ unfilled: find }) => bound({ find })));

/** Names the variables that would be sent as they are written. */
export function UnfilledNotice({ text }: { text: string }) {
  const hasBraces = text.includes("{{");
  const Notice = useLoaded(unfilledNotice, hasBraces);
  return hasBraces && Notice ? <Notice text={text} /> : null;
}

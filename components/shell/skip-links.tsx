"use client";

import { useParams } from "next/navigation";
import { useTranslations } from "next-intl";

const style =
  "sr-only z-50 rounded-md bg-text px-3 py-2 text-bg focus:not-sr-only focus:absolute focus:start-2 focus:top-2 focus:px-3 focus:py-2";

/** A chat that takes no reply has no field for it. */
const focusComposer = () => (document.getElementById("composer") ?? document.getElementById("content"))?.focus();

/** The first stops of the Tab key on every page. */
export function SkipLinks() {
  const t = useTranslations("shell.rail");
  const { chatId } = useParams<{ chatId?: string }>();
  return (
    <>
      <a href="#content" className={style}>
        {t("skip")}
      </a>
      {chatId !== undefined && (
        // A button, as a fragment in the address would be one more entry to go back over.
        <button type="button" onClick={focusComposer} className={style}>
          {t("skipToReply")}
        </button>
      )}
    </>
  );
}

import { Check, X } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";

type Props = {
  children: ReactNode;
  /** Whether it was just copied, and whether that worked. */
  copied: boolean | undefined;
  onCopy: () => void;
};

/** A value that a click copies. */
export function CopyValue({ children, copied, onCopy }: Props) {
  const t = useTranslations("chat.person");
  const Icon = copied ? Check : X;
  return (
    <button
      type="button"
      title={t("copy")}
      onClick={onCopy}
      className="-mx-1 inline-flex min-h-6 max-w-[calc(100%+8px)] cursor-copy items-start gap-1 rounded-sm px-1 py-0.5 text-start hover:bg-raised"
    >
      <span className="min-w-0 wrap-anywhere">{children}</span>
      {copied !== undefined && <Icon aria-hidden className={`mt-0.5 size-3.5 flex-none ${copied ? "text-ok" : "text-problem"}`} />}
    </button>
  );
}

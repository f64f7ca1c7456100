import { useTranslations } from "next-intl";
import { Alert } from "@/components/ui/alert";
import type { Confirmation } from "@/lib/desk/helpdesks/contract";

/** How far Chatwoot confirmed whose panel this is. */
export function FrameNotice({ confirmation }: { confirmation: Confirmation | null }) {
  const t = useTranslations("embed.confirmation");
  if (confirmation === null || confirmation === "confirmed") return null;
  if (confirmation === "unchecked") return <p className="px-4 pt-3 text-soft text-xs">{t(confirmation)}</p>;
  return (
    <Alert tone="warning" className="m-4 mb-0 text-sm">
      {t(confirmation)}
    </Alert>
  );
}

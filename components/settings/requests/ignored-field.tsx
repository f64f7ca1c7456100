import { useTranslations } from "next-intl";
import type { ReactNode } from "react";

const code = (chunks: ReactNode) => <code className="font-mono">{chunks}</code>;

/** "You send user_id; the field is userId." */
export function IgnoredField({ name, field }: { name: string; field: string | null }) {
  const t = useTranslations("settings.requests");
  return <>{field === null ? t.rich("ignoredUnknown", { name, code }) : t.rich("ignoredLikely", { name, field, code })}</>;
}

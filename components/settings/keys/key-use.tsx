import { useTranslations } from "next-intl";
import { RelativeTime } from "@/components/time/relative-time";

/** "last used 3 min ago", to the minute. */
export function KeyUse({ at }: { at: string | null }) {
  const t = useTranslations("settings.keys");
  return at === null ? t("neverUsed") : t.rich("lastUsed", { time: () => <RelativeTime at={at} ago /> });
}

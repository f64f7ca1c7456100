import { useTranslations } from "next-intl";
import { useCallback } from "react";
import { unnamedOf } from "@/lib/domain/people/shared/display-name";

/** A display name in the reader's language, for those who have no name of their own. */
export function useShownName(): (displayName: string) => string {
  const t = useTranslations("common");
  return useCallback(
    (displayName) => {
      const unnamed = unnamedOf(displayName);
      if (!unnamed) return displayName;
      return unnamed.kind === "visitor" ? t("visitor", { end: unnamed.end }) : t("whatsappUser");
    },
    [t],
  );
}

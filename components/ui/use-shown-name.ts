import { useTranslations } from "next-intl";
import { useCallback } from "react";
import { type DisplayName, shownNameOf } from "@/lib/people/shared/display-name";

/** A display name in the reader's language, for those who have no name of their own. */
export function useShownName(): (displayName: DisplayName) => string {
  const t = useTranslations("common");
  return useCallback((displayName) => shownNameOf(t, displayName), [t]);
}

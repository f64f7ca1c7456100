"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useSyncExternalStore } from "react";
import { Panel } from "@/components/ui/panel";
import { Radio } from "@/components/ui/radio";
import { chooseTheme, chosenTheme, subscribeToTheme } from "@/lib/browser/theme";
import type { Theme } from "@/lib/kernel/theme";

/** Applies at once. `initial` is what the server rendered the page with. */
export function ThemeChoice({ initial }: { initial: Theme | null }) {
  const t = useTranslations("profile.theme");
  const router = useRouter();
  const chosen = useSyncExternalStore(subscribeToTheme, chosenTheme, () => initial);

  function radioOf(theme: Theme | null) {
    const onChange = () => {
      chooseTheme(theme);
      // The colour of the browser's own bars comes from the server.
      router.refresh();
    };
    return { name: "theme", checked: chosen === theme, onChange };
  }

  return (
    <Panel title={t("title")} description={t("description")}>
      <fieldset className="grid gap-1">
        <legend className="sr-only">{t("title")}</legend>
        <Radio {...radioOf(null)} label={t("system")} hint={t("systemHint")} />
        <Radio {...radioOf("light")} label={t("light")} />
        <Radio {...radioOf("dark")} label={t("dark")} />
      </fieldset>
    </Panel>
  );
}

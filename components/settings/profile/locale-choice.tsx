"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { Alert } from "@/components/ui/alert";
import { Panel } from "@/components/ui/panel";
import { Radio } from "@/components/ui/radio";
import { call } from "@/lib/browser/call";
import { announceLocale } from "@/lib/browser/locale";
import { type Locale, localeNames, locales } from "@/lib/kernel/locale";
import { chooseLocale } from "@/lib/workspace/accounts/endpoints";

/** Applies at once, here and in other tabs. `initial` is the account's choice; null for the browser's languages. */
export function LocaleChoice({ workspace, initial }: { workspace: string; initial: Locale | null }) {
  const t = useTranslations("profile.locale");
  const router = useRouter();
  const choice = useMutation({
    // One after the other, so that the last choice is the one that stays.
    scope: { id: "locale" },
    mutationFn: (locale: Locale | null) => call(chooseLocale, { params: { workspace }, body: { locale } }),
    onSuccess: () => {
      announceLocale();
      router.refresh();
    },
  });
  const chosen = choice.variables !== undefined && !choice.isError ? choice.variables : initial;
  const radioOf = (locale: Locale | null) => ({ name: "locale", checked: chosen === locale, onChange: () => choice.mutate(locale) });

  return (
    <Panel title={t("title")} description={t("description")}>
      {choice.error && <Alert className="mb-3">{choice.error.message}</Alert>}
      <fieldset className="grid gap-1">
        <legend className="sr-only">{t("title")}</legend>
        <Radio {...radioOf(null)} label={t("browser")} />
        {locales.map((locale) => (
          <div key={locale} lang={locale}>
            <Radio {...radioOf(locale)} label={localeNames[locale]} />
          </div>
        ))}
      </fieldset>
    </Panel>
  );
}

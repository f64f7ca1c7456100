"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { type Command, useCommands } from "@/components/commands/commands";
import { chooseTheme } from "@/lib/browser/theme";
import type { Theme } from "@/lib/kernel/theme";
import { settingsGroups, settingsPath } from "./settings-sections";

/** The pages of the workspace and the theme, as commands. */
export function GoCommands({ workspace, isAdmin }: { workspace: string; isAdmin: boolean }) {
  const t = useTranslations("shell");
  const sections = useTranslations("settings.sections");
  const themes = useTranslations("profile.theme");
  const router = useRouter();

  const goTo = (path: string) => () => router.push(path);
  const settings = settingsGroups
    .flatMap((group) => group.sections)
    .map((section): Command => {
      const page = sections(section);
      return { id: `settings.${section}`, label: t("go.settings", { page }), group: "go", run: goTo(settingsPath(workspace, section)) };
    });
  const choices: [Theme | null, string][] = [
    [null, themes("system")],
    ["light", themes("light")],
    ["dark", themes("dark")],
  ];

  function choose(theme: Theme | null): void {
    chooseTheme(theme);
    // The colour of the browser's own bars comes from the server.
    router.refresh();
  }

  useCommands([
    { id: "go.chats", label: t("go.to", { page: t("rail.chats") }), group: "go", keys: "g c", run: goTo(`/${workspace}/chats`) },
    {
      id: "go.contacts",
      label: t("go.to", { page: t("rail.contacts") }),
      group: "go",
      keys: "g p",
      run: goTo(`/${workspace}/contacts`),
    },
    ...(isAdmin
      ? [
          {
            id: "go.overview",
            label: t("go.to", { page: t("rail.overview") }),
            group: "go",
            keys: "g o",
            run: goTo(`/${workspace}/overview`),
          } satisfies Command,
          {
            id: "go.settings",
            label: t("go.to", { page: t("rail.settings") }),
            group: "go",
            keys: "g s",
            run: goTo(`/${workspace}/settings`),
          } satisfies Command,
          ...settings,
        ]
      : []),
    { id: "go.profile", label: t("go.to", { page: t("account.profile") }), group: "go", run: goTo(`/${workspace}/profile`) },
    ...choices.map(([theme, name]): Command => {
      return { id: `theme.${theme ?? "system"}`, label: t("go.theme", { theme: name }), group: "app", run: () => choose(theme) };
    }),
  ]);
  return null;
}

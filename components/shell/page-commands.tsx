import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { type Command, useCommands } from "@/components/commands/commands";
import { runDeferred } from "@/components/commands/deferred-key";
import { undoLast } from "@/components/commands/undo";
import { toast } from "@/components/ui/toast";
import { confirmLeaving } from "@/lib/browser/leaving";
import { chooseTheme } from "@/lib/browser/theme";
import type { Theme } from "@/lib/kernel/theme";
import { groupsWith, sectionPath } from "./settings-sections";
import { useSignOut } from "./use-sign-out";

/** The pages of the workspace, the theme and the way out, as commands that the palette also finds by other words for them. */
export function PageCommands({ workspace, isAdmin, hasPlans }: { workspace: string; isAdmin: boolean; hasPlans: boolean }) {
  const t = useTranslations("shell");
  const sections = useTranslations("settings.sections");
  const themes = useTranslations("profile.theme");
  const router = useRouter();
  const signOut = useSignOut();

  function goTo(path: string): void {
    const address = `/${workspace}${path}`;
    if (!confirmLeaving(address)) router.push(address);
  }
  const page = (id: string, [label, keywords]: [string, string], keys?: string): Command => ({
    id: `go.${id}`,
    label: t("go.to", { page: label }),
    keywords,
    group: "go",
    ...(keys !== undefined && { keys }),
    run: () => goTo(`/${id}`),
  });
  const ofAdmins = () => [
    page("overview", [t("rail.overview"), t("go.pages.overview")], "g o"),
    page("settings", [t("rail.settings"), t("go.pages.settings")], "g s"),
    page("start", [t("go.firstSteps"), t("go.pages.firstSteps")]),
    {
      ...page("contacts/import", ["", t("go.pages.importContacts")]),
      label: t("go.importContacts"),
    },
    ...groupsWith(hasPlans)
      .flatMap((group) => group.sections)
      .map(
        (section): Command => ({
          id: `settings.${section}`,
          label: t("go.settings", { page: sections(section) }),
          keywords: t(`go.words.${section}`),
          group: "go",
          run: () => goTo(sectionPath(section)),
        }),
      ),
  ];
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
    page("chats", [t("rail.chats"), t("go.pages.chats")], "g c"),
    page("contacts", [t("rail.contacts"), t("go.pages.contacts")], "g p"),
    ...(isAdmin ? ofAdmins() : []),
    page("profile", [t("account.profile"), t("go.pages.profile")]),
    ...choices.map(
      ([theme, name]): Command => ({
        id: `theme.${theme ?? "system"}`,
        label: t("go.theme", { theme: name }),
        keywords: t("go.pages.theme"),
        group: "app",
        run: () => choose(theme),
      }),
    ),
    {
      id: "undo",
      label: t("go.undo"),
      group: "app",
      keys: "z",
      run: () => undoLast() || toast(t("go.nothingToUndo")),
    },
    { id: "signOut", label: t("account.signOut"), keywords: t("go.pages.signOut"), group: "app", run: signOut },
  ]);
  useEffect(() => runDeferred("page"), []);
  return null;
}

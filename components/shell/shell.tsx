import { ChartColumn, ContactRound, MessageCircle, Settings } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { AccountMenu } from "./account-menu";
import { GoCommands } from "./go-commands";
import { ErrorLoader } from "./loaded-error";
import { LocaleKeeper } from "./locale-keeper";
import { OfflineStrip } from "./offline-strip";
import { OutdatedStrip } from "./outdated-strip";
import { type Paused, PausedNotice } from "./paused-notice";
import { RailLink } from "./rail-link";
import { SkipLinks } from "./skip-links";
import { ThemeKeeper } from "./theme-keeper";

const endId = "shell-end";

type ShellProps = {
  workspace: { slug: string; name: string };
  account: { name: string; email: string };
  isAdmin: boolean;
  /** Whether owners choose a plan. */
  hasPlans: boolean;
  /** For admins; nobody else can mend it. */
  paused: Paused[];
  children: ReactNode;
};

/**
 * The navigation rail and the page. The page gets the remaining height and scrolls by itself; on a phone the rail is at
 * the bottom, in reach of the thumb, and gone beside a chat, which has a way back to the list.
 */
export function Shell({ workspace, account, isAdmin, hasPlans, paused, children }: ShellProps) {
  const t = useTranslations("shell.rail");
  return (
    <div className="flex h-dvh flex-col-reverse md:flex-row">
      {/* The browser paints when all of this is there: half of it would move with what comes. */}
      <link rel="expect" href={`#${endId}`} blocking="render" />
      <nav
        aria-label={t("label")}
        data-toasts="above"
        className="flex shrink-0 items-center justify-around gap-1 border-line border-t px-2 py-1 md:w-14 md:flex-col md:justify-start md:border-t-0 md:border-e md:px-0 md:py-3 max-md:[&:has(~_*_[data-open-chat])]:hidden"
      >
        <SkipLinks />
        <span
          aria-hidden
          title={workspace.name}
          className="mb-3 hidden size-7 place-items-center rounded-md bg-text font-bold text-bg md:grid"
        >
          b
        </span>
        <RailLink href={`/${workspace.slug}/chats`} label={t("chats")}>
          <MessageCircle />
        </RailLink>
        <RailLink href={`/${workspace.slug}/contacts`} label={t("contacts")}>
          <ContactRound />
        </RailLink>
        {isAdmin && (
          <RailLink href={`/${workspace.slug}/overview`} label={t("overview")}>
            <ChartColumn />
          </RailLink>
        )}
        {isAdmin && (
          <RailLink href={`/${workspace.slug}/settings`} label={t("settings")}>
            <Settings />
          </RailLink>
        )}
        <AccountMenu workspace={workspace} account={account} />
      </nav>
      <div className="flex min-h-0 min-w-0 flex-1 flex-col">
        <PausedNotice paused={paused} />
        <div id="content" tabIndex={-1} className="relative min-h-0 min-w-0 flex-1 overflow-y-auto outline-none">
          {children}
        </div>
      </div>
      <OfflineStrip />
      <OutdatedStrip />
      <GoCommands workspace={workspace.slug} isAdmin={isAdmin} hasPlans={hasPlans} />
      <ThemeKeeper />
      <LocaleKeeper />
      <ErrorLoader />
      <span id={endId} hidden />
    </div>
  );
}

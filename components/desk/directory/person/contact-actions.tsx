import { useTranslations } from "next-intl";
import { Actions } from "@/components/desk/panel/actions";
import { SectionTitle } from "@/components/desk/panel/section-title";
import { Link } from "@/components/ui/link";
import type { Panel } from "@/lib/desk/panel/contract";

type Props = {
  workspace: string;
  isAdmin: boolean;
  /** Whether the contact has a chat, and the panel beside that. */
  hasChat: boolean;
  panel: Panel | undefined;
};

/** The buttons beside the contact's chat, and which chat that is: a receiver gets its id with each press. */
export function ContactActions({ workspace, isAdmin, hasChat, panel }: Props) {
  const t = useTranslations("contacts.actions");
  const actions = useTranslations("chat.actions");
  const channels = useTranslations("chat.channels");
  const statuses = useTranslations("chat.linked.statuses");
  if (!hasChat)
    return (
      <section aria-label={actions("title")} className="border-line border-b p-4">
        <SectionTitle>{actions("title")}</SectionTitle>
        <p className="text-sm text-soft">{t("noChat")}</p>
      </section>
    );
  if (!panel) return null;
  const { id, channel, status } = panel.chat;
  return (
    // They scroll with the page: nothing beside them must stay in reach.
    <div className="border-line border-b [&>fieldset]:static [&>fieldset]:max-h-none [&>fieldset]:border-b-0">
      <Actions isAdmin={isAdmin} hiddenButtons={panel.hiddenButtons} />
      {panel.buttons.length > 0 && (
        <p className="-mt-2 px-4 pb-4 text-soft text-xs">
          {t.rich("pressedIn", {
            channel: channels(channel),
            status: statuses(status),
            chat: (text) => (
              <Link href={`/${workspace}/chats/${id}`} prefetch={false} className="text-accent underline-offset-2 hover:underline">
                {text}
              </Link>
            ),
          })}
        </p>
      )}
    </div>
  );
}

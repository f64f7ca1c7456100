import Link from "next/link";
import type { Panel } from "@/lib/chats/contract";
import { ActionButton } from "./action-button";
import { useLive } from "./live";
import { SectionTitle } from "./section-title";

type Props = { chatId: string; me: string; isAdmin: boolean; buttons: Panel["buttons"]; running: Panel["running"] };

/** The buttons that call the customer's server. */
export function Actions({ chatId, me, isAdmin, buttons, running }: Props) {
  const { workspace } = useLive();
  return (
    <fieldset aria-label="Actions" className="flex-none border-line border-b p-4">
      <SectionTitle>Actions</SectionTitle>
      {buttons.length === 0 && (
        <p className="text-sm text-soft">
          There are no buttons yet.{" "}
          {isAdmin ? (
            <Link href={`/${workspace}/settings/actions`} className="text-accent underline underline-offset-2">
              Add one in the settings
            </Link>
          ) : (
            "An admin can add them in the settings."
          )}
        </p>
      )}
      <div className="flex flex-col gap-1.5">
        {buttons.map(({ id, label }) => (
          <ActionButton
            key={id}
            chatId={chatId}
            buttonId={id}
            label={label}
            me={me}
            call={running.find(({ buttonId }) => buttonId === id)}
          />
        ))}
      </div>
    </fieldset>
  );
}

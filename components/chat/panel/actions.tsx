import Link from "next/link";
import { ActionButton } from "@/components/chat/press/action-button";
import { usePressing } from "@/components/chat/press/pressing";
import { useLive } from "@/components/chat/shared/live";
import { SectionTitle } from "./section-title";

type Props = { isAdmin: boolean; hiddenButtons: number };

/** The buttons that call the customer's server. */
export function Actions({ isAdmin, hiddenButtons }: Props) {
  const { workspace } = useLive();
  const { buttons } = usePressing();
  return (
    <fieldset aria-label="Actions" className="flex-none border-line border-b p-4">
      <SectionTitle>Actions</SectionTitle>
      {buttons.length === 0 && hiddenButtons > 0 && <p className="text-sm text-soft">No button is for this person right now.</p>}
      {buttons.length === 0 && hiddenButtons === 0 && (
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
        {buttons.map((button) => (
          <ActionButton key={button.id} button={button} isWide />
        ))}
      </div>
    </fieldset>
  );
}

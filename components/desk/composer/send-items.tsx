import { useTranslations } from "next-intl";
import { Keys } from "@/components/commands/keys";
import { useLive } from "@/components/desk/shared/live";
import { Link } from "@/components/ui/link";
import { MenuItem } from "@/components/ui/menu-item";
import { MenuLine } from "@/components/ui/menu-line";
import { enterSends, type Later, type Then } from "./sending";

export { LaterDialog } from "./later-dialog";

export type SendProps = { canSend: boolean; onSend: (then: Then) => void; later: Later };

const choices = ["stay", "close", "next"] as const satisfies Then[];

/** The ways to send with their keys, and where a member chooses them. */
export function SendItems({ canSend, onSend, later, onLater }: SendProps & { onLater: () => void }) {
  const t = useTranslations("chat.composer");
  const laterText = useTranslations("chat.later");
  const keys = { stay: enterSends.useValue() ? "return" : "mod+return", close: "mod+shift+return", next: "mod+alt+return" };
  const { workspace } = useLive();
  return (
    <>
      {choices.map((then) => (
        <MenuItem key={then} disabled={!canSend} onSelect={() => onSend(then)}>
          <span className="me-6 flex-1">{t(`sendAnd.${then}`)}</span>
          <span className="pointer-coarse:hidden">
            <Keys keys={keys[then]} />
          </span>
        </MenuItem>
      ))}
      {!later.isNote && (
        <MenuItem disabled={!canSend} onSelect={onLater}>
          {laterText("send")}
        </MenuItem>
      )}
      <MenuLine />
      <MenuItem link={<Link href={`/${workspace}/profile#sending`}>{t("chooseKeys")}</Link>} />
    </>
  );
}

import { ChevronDown } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Keys } from "@/components/commands/keys";
import { useLive } from "@/components/desk/shared/live";
import { IconButton } from "@/components/ui/icon-button";
import { Link } from "@/components/ui/link";
import { Menu } from "@/components/ui/menu";
import { MenuItem } from "@/components/ui/menu-item";
import { MenuLine } from "@/components/ui/menu-line";
import { loader } from "@/components/ui/use-loaded";
import { useOpened } from "@/components/ui/use-opened";
import { enterSends, type Later, type Then } from "./sending";

type Props = { canSend: boolean; onSend: (then: Then) => void; later: Later };
const choices = ["stay", "close", "next"] as const satisfies Then[];
// They are loaded with the button.
const items = loader(async () => SendItems);
const laterDialog = loader(() => import("./later-dialog").then(({ LaterDialog }) => LaterDialog));

/** Opens the ways to send. */
export function SendMenu(props: Props) {
  const t = useTranslations("chat.composer");
  const [isChoosing, setChoosing] = useState(false);
  const LaterDialog = useOpened(laterDialog, isChoosing, () => setChoosing(false));
  return (
    <>
      <Menu
        side="top"
        loads={items}
        trigger={
          <IconButton label={t("sendMenu")}>
            <ChevronDown />
          </IconButton>
        }
      >
        {(Items) => <Items {...props} onLater={() => setChoosing(true)} />}
      </Menu>
      {LaterDialog && <LaterDialog later={props.later} open={isChoosing} onOpenChange={setChoosing} />}
    </>
  );
}

/** The ways to send with their keys, and where a member chooses them. */
function SendItems({ canSend, onSend, later, onLater }: Props & { onLater: () => void }) {
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

import { useTranslations } from "next-intl";
import { Keys } from "@/components/commands/keys";
import { Button } from "@/components/ui/button";
import { loader, useLoaded } from "@/components/ui/use-loaded";
import { enterSends, type Later, type Then } from "./sending";

const menu = loader(() => import("./send-menu").then(({ SendMenu }) => SendMenu));

/** Sends, and shows the key that does; its menu has what else can be done with it. */
export function SendButton(props: { canSend: boolean; onSend: (then: Then) => void; later: Later }) {
  const { canSend } = props;
  const t = useTranslations("chat.composer");
  const Choices = useLoaded(menu, canSend);
  return (
    <>
      <Button type="submit" variant="primary" disabled={!canSend}>
        {t("send")}
        <span aria-hidden className="max-sm:hidden pointer-coarse:hidden wide:max-[1239px]:hidden">
          <Keys keys={enterSends.useValue() ? "return" : "mod+return"} />
        </span>
      </Button>
      <span className="min-w-8 pointer-coarse:min-w-11">{Choices && <Choices {...props} />}</span>
    </>
  );
}

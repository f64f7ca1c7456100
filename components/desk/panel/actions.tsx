import { useTranslations } from "next-intl";
import { ActionButton } from "@/components/desk/press/action-button";
import { usePressing } from "@/components/desk/press/pressing";
import { usePanelHost } from "@/components/desk/shared/panel-host";
import { slides } from "@/components/desk/shared/slides";
import { Link } from "@/components/ui/link";
import { SectionTitle } from "./section-title";

type Props = { isAdmin: boolean; hiddenButtons: number };

/** The buttons that call the customer's server. They stay at the top while the panel scrolls, and scroll by themselves when there are many. */
export function Actions({ isAdmin, hiddenButtons }: Props) {
  const t = useTranslations("chat.actions");
  const { workspace, isFrame } = usePanelHost();
  const { buttons } = usePressing();
  return (
    <fieldset
      {...slides}
      aria-label={t("title")}
      className={`sticky top-0 z-[5] max-h-[45dvh] min-w-0 flex-none overflow-y-auto overscroll-contain border-line border-b bg-bg p-4 ${isFrame ? "" : "max-wide:top-14"}`}
    >
      <SectionTitle>{t("title")}</SectionTitle>
      {buttons.length === 0 && hiddenButtons > 0 && <p className="text-sm text-soft">{t("noneApplies")}</p>}
      {buttons.length === 0 && hiddenButtons === 0 && (
        <p className="text-sm text-soft">
          {isAdmin
            ? t.rich("addOne", {
                link: (text) => (
                  <Link
                    href={`/${workspace}/settings/actions`}
                    {...(isFrame && { target: "_blank" })}
                    className="text-accent underline underline-offset-2"
                  >
                    {text}
                  </Link>
                ),
              })
            : t("askAdmin")}
        </p>
      )}
      <div className="grid grid-cols-2 gap-1.5">
        {buttons.map((button, index) => (
          <ActionButton key={button.id} button={button} position={index + 1} hasKeys={!isFrame} />
        ))}
      </div>
    </fieldset>
  );
}

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { slides } from "@/components/desk/shared/slides";
import { goesWith } from "@/lib/actions/buttons/shared/problem-events";
import { ActionButton } from "./action-button";
import { type PressedProblem, usePressing } from "./pressing";

type Props = { about: PressedProblem; choices?: readonly PressedProblem[]; children?: ReactNode };

/**
 * The buttons shown on a problem with its name. A press here sends the problem's event; with `choices` it asks of which of them. `children`
 * are further buttons.
 */
export function ProblemButtons({ about, choices, children }: Props) {
  const t = useTranslations("chat.problems");
  const { buttons } = usePressing();
  const shown = buttons.filter((button) => goesWith(button, about.event));
  if (shown.length === 0 && !children) return null;
  return (
    <fieldset {...slides} aria-label={t("buttons", { event: about.event })} className="mt-2.5 flex min-w-0 flex-wrap gap-1.5">
      {shown.map((button) => (
        <ActionButton key={button.id} button={button} about={about} {...(choices && { choices })} />
      ))}
      {children}
    </fieldset>
  );
}

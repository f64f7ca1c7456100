import { useTranslations } from "next-intl";
import { ActionButton } from "./action-button";
import { type PressedProblem, usePressing } from "./pressing";

/** The buttons shown on a problem. A press here sends the problem's event. */
export function ProblemButtons({ about }: { about: PressedProblem }) {
  const t = useTranslations("chat.problems");
  const { buttons } = usePressing();
  const shown = buttons.filter(({ onProblemCards }) => onProblemCards);
  if (shown.length === 0) return null;
  return (
    <fieldset aria-label={t("buttons", { event: about.event })} className="mt-2.5 flex min-w-0 flex-wrap gap-1.5">
      {shown.map((button) => (
        <ActionButton key={button.id} button={button} about={about} />
      ))}
    </fieldset>
  );
}

import { useTranslations } from "next-intl";
import { DayLine } from "./day-line";
import { EarlierItems } from "./earlier-items";

type Props = { chatId: string; next: string | null; day: string | null };

const earlierPx = 44;
const dayLinePx = 28;

/** How high the header is: the list must know where it begins before anything is drawn. */
export const headerHeight = ({ next, day }: Pick<Props, "next" | "day">): number =>
  (next === null ? 0 : earlierPx) + (day === null ? 0 : dayLinePx);

/**
 * What is above the first loaded item, its day included: as a part of the item it would have to go when earlier items of that day
 * load, and everything below would move.
 */
export function TimelineHeader({ chatId, next, day }: Props) {
  const t = useTranslations("chat.conversation");
  return (
    <>
      {next !== null && <EarlierItems chatId={chatId} next={next} />}
      {day === null ? <p className="text-center text-soft text-xs">{t("empty")}</p> : <DayLine day={day} />}
    </>
  );
}

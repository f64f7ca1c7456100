import { useTranslations } from "next-intl";
import { loader, useLoaded } from "@/components/ui/use-loaded";
import { DayLine } from "./day-line";

// The newest items are read first, and this is above the window.
const earlierItems = loader(() => import("./earlier-items").then(({ EarlierItems }) => EarlierItems));

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
  const Earlier = useLoaded(earlierItems, next !== null);
  return (
    <>
      {next !== null && <div className="h-11 flex-none">{Earlier && <Earlier chatId={chatId} next={next} />}</div>}
      {day === null ? <p className="text-center text-soft text-xs">{t("empty")}</p> : <DayLine day={day} />}
    </>
  );
}

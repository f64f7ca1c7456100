import { useTranslations } from "next-intl";

/** "×7" beside a problem that happened more than once. */
export function Times({ count, isQuiet = false }: { count: number; isQuiet?: boolean }) {
  const t = useTranslations("chat.timeline");
  if (count < 2) return null;
  const look = isQuiet ? "text-soft" : "rounded-full bg-problem-strong px-1.5 font-semibold text-on-problem text-xs/[18px]";
  return (
    <span className={`flex-none self-start tabular-nums ${look}`}>
      <span aria-hidden>×{count}</span>
      <span className="sr-only">{t("times", { count })}</span>
    </span>
  );
}

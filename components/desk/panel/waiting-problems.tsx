import { TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";

type Props = { count: number; onShow: () => void };

/** Over the panel while that stays still under a pointer: it takes no space, so that nothing moves. */
export function WaitingProblems({ count, onShow }: Props) {
  const t = useTranslations("chat.problems");
  if (count === 0) return null;
  return (
    <div className="pointer-events-none sticky top-2 z-20 flex h-0 flex-none justify-center overflow-visible max-wide:top-16">
      <button
        type="button"
        onClick={onShow}
        className="pointer-events-auto flex h-8 items-center gap-1.5 rounded-full bg-problem-strong px-3 font-semibold text-on-problem text-sm shadow-sm"
      >
        <TriangleAlert aria-hidden className="size-4" />
        {t("waiting", { count })}
      </button>
    </div>
  );
}

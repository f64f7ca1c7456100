import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useCallback, useRef } from "react";
import { useLive } from "@/components/desk/shared/live";
import { Button } from "@/components/ui/button";

type Props = { chatId: string; next: string };

// A page of folded events is one line: the rest then comes by the button, not all of it by itself.
const maxPagesInARow = 4;
// Earlier items are fetched before the reader gets to the first one.
const rootMargin = "800px 0px 0px 0px";

/** Loads earlier items on scrolling up, or by the button when that failed. */
export function EarlierItems({ chatId, next }: Props) {
  const t = useTranslations("chat.conversation");
  const { live } = useLive();
  const { mutate, isPending, error } = useMutation({ mutationFn: () => live.earlier(chatId) });
  const pagesInARow = useRef(0);
  const watch = useCallback(
    (mark: HTMLElement) => {
      const load = (isInView: boolean) => {
        pagesInARow.current = isInView ? pagesInARow.current + 1 : 0;
        if (isInView && pagesInARow.current <= maxPagesInARow) mutate();
      };
      const observer = new IntersectionObserver((entries) => load(entries.at(-1)?.isIntersecting === true), {
        root: mark.closest("[role=log]"),
        rootMargin,
      });
      observer.observe(mark);
      return () => observer.disconnect();
    },
    [mutate],
  );

  return (
    <div className="flex items-start justify-center gap-2">
      {/* Each page has its own, which says whether it is still in view after the page before. */}
      <span key={next} ref={watch} aria-hidden className="absolute size-px" />
      <Button variant="ghost" busy={isPending} onClick={() => mutate()}>
        {t("earlier")}
      </Button>
      {error && (
        <p role="alert" className="min-w-0 truncate py-2 text-problem text-xs">
          {error.message}
        </p>
      )}
    </div>
  );
}

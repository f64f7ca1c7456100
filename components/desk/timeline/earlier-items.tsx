import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type RefObject, useEffect, useRef } from "react";
import { useLive } from "@/components/desk/shared/live";
import { Button } from "@/components/ui/button";

type Props = { chatId: string; next: string; log: RefObject<HTMLElement | null> };

// A page of folded events is one line: the rest then comes by the button, not all of it by itself.
const maxPagesInARow = 4;
// Earlier items are fetched before the reader gets to the first one.
const rootMargin = "800px 0px 0px 0px";

/** Loads earlier items on scrolling up, or by the button when that failed. */
export function EarlierItems({ chatId, next, log }: Props) {
  const t = useTranslations("chat.conversation");
  const { live } = useLive();
  const { mutate, isPending, error } = useMutation({ mutationFn: () => live.earlier(chatId) });
  const row = useRef<HTMLDivElement>(null);
  const pagesInARow = useRef(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: A new observer says whether the row is still in view after a page.
  useEffect(() => {
    if (!row.current) return;
    const load = (isInView: boolean) => {
      pagesInARow.current = isInView ? pagesInARow.current + 1 : 0;
      if (isInView && pagesInARow.current <= maxPagesInARow) mutate();
    };
    const observer = new IntersectionObserver((entries) => load(entries.at(-1)?.isIntersecting === true), {
      root: log.current,
      rootMargin,
    });
    observer.observe(row.current);
    return () => observer.disconnect();
  }, [log, mutate, next]);

  return (
    <div ref={row} className="flex h-11 flex-none items-start justify-center gap-2">
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

import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type RefObject, useEffect, useRef } from "react";
import { useLive } from "@/components/chat/shared/live";
import { Button } from "@/components/ui/button";

/**
 * Loads earlier items on scrolling up, or by the button when there is nothing to scroll. The view keeps its position, so
 * this row must not be the browser's scroll anchor.
 */
export function EarlierItems({ chatId, log }: { chatId: string; log: RefObject<HTMLElement | null> }) {
  const t = useTranslations("chat.conversation");
  const { live } = useLive();
  const { mutate, isPending, error } = useMutation({ mutationFn: () => live.earlier(chatId) });
  const row = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (!row.current) return;
    const observer = new IntersectionObserver((entries) => entries.some(({ isIntersecting }) => isIntersecting) && mutate(), {
      root: log.current,
    });
    observer.observe(row.current);
    return () => observer.disconnect();
  }, [log, mutate]);

  return (
    <div ref={row} className="flex flex-col items-center gap-1 pb-3 [overflow-anchor:none]">
      <Button variant="ghost" busy={isPending} onClick={() => mutate()}>
        {t("earlier")}
      </Button>
      {error && (
        <p role="alert" className="text-problem text-xs">
          {error.message}
        </p>
      )}
    </div>
  );
}

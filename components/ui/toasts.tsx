import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import { Toaster as Sonner } from "sonner";
import { useToastFocus } from "./use-toast-focus";
import { useToastSpot } from "./use-toast-spot";

export { toast } from "sonner";

const tokens = {
  "--normal-bg": "var(--color-surface)",
  "--normal-text": "var(--color-text)",
  "--normal-border": "var(--color-line)",
  "--border-radius": "var(--radius-lg)",
  fontFamily: "inherit",
};

/** What shows toasts, above what they must not cover. */
export function Toasts({ onReady }: { onReady: () => void }) {
  // Runs after the effects of what is inside, which then listens.
  useEffect(onReady, [onReady]);
  const t = useTranslations("ui");
  const { position, bottom, left } = useToastSpot();
  const toasts = useRef<HTMLDivElement>(null);
  useToastFocus(toasts);
  const offset = position === "bottom-center" ? { offset: { bottom }, mobileOffset: { bottom } } : {};
  return (
    <div ref={toasts} className="contents">
      <Sonner
        position={position}
        {...offset}
        containerAriaLabel={t("notices")}
        style={{ ...tokens, ...(left !== undefined && { left }) }}
        toastOptions={{ style: { fontSize: 14, lineHeight: "20px" } }}
      />
    </div>
  );
}

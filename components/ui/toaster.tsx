"use client";

import { useTranslations } from "next-intl";
import { lazy, Suspense, useEffect, useState } from "react";
import { loadToasts, toastsAreReady, whenWanted } from "./toast";

const Sonner = lazy(() => loadToasts().then(({ Toaster }) => ({ default: Toaster })));

const tokens = {
  "--normal-bg": "var(--color-surface)",
  "--normal-text": "var(--color-text)",
  "--normal-border": "var(--color-line)",
  "--border-radius": "var(--radius-lg)",
  fontFamily: "inherit",
};

/** Where toasts appear. */
export function Toaster() {
  const [isWanted, setWanted] = useState(false);
  useEffect(() => whenWanted(() => setWanted(true)), []);
  return (
    isWanted && (
      <Suspense>
        <Toasts />
      </Suspense>
    )
  );
}

/** At the top, because the composer is at the bottom. */
function Toasts() {
  // Runs after the effects of what is inside, which then listens.
  useEffect(toastsAreReady, []);
  const t = useTranslations("ui");
  return (
    <Sonner
      position="top-center"
      containerAriaLabel={t("notices")}
      style={tokens}
      toastOptions={{ style: { fontSize: 14, lineHeight: "20px" } }}
    />
  );
}

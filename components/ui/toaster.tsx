"use client";

import { lazy, Suspense, useEffect, useState } from "react";
import { loadToasts, toastsAreReady, whenWanted } from "./toast";

const Toasts = lazy(() => loadToasts().then((loaded) => ({ default: loaded.Toasts })));

/** Where toasts appear. */
export function Toaster() {
  const [isWanted, setWanted] = useState(false);
  useEffect(() => whenWanted(() => setWanted(true)), []);
  return (
    isWanted && (
      <Suspense>
        <Toasts onReady={toastsAreReady} />
      </Suspense>
    )
  );
}

"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { subscribeToLocale } from "@/lib/browser/locale";

/** Applies a language that was chosen in another tab. */
export function LocaleKeeper() {
  const router = useRouter();
  useEffect(() => subscribeToLocale(() => router.refresh()), [router]);
  return null;
}

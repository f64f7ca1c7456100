import { useEffect, useState } from "react";
import { copyText } from "@/components/ui/copy-text";

const shownMs = 2000;

export type Copied = { id: string; ok: boolean };

/** Copies a value, and says for a while which one was copied. */
export function useCopied() {
  const [copied, setCopied] = useState<Copied>();

  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(undefined), shownMs);
    return () => clearTimeout(timer);
  }, [copied]);

  const copy = async (id: string, text: string) => setCopied({ id, ok: await copyText(text) });
  return { copied, copy };
}

import { useSearchParams } from "next/navigation";
import type { View } from "@/lib/domain/chats/browser/queries";

const views: readonly string[] = ["open", "problems", "closed"] satisfies View[];
const isView = (text: string): text is View => views.includes(text);

/** The list's view. It lives in the URL, so that it survives a reload and a back navigation. */
export function useView(): View {
  const view = useSearchParams().get("view") ?? "open";
  return isView(view) ? view : "open";
}

export const searchOf = (view: View): string => (view === "open" ? "" : `?view=${view}`);

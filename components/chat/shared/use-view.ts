import { useSearchParams } from "next/navigation";
import type { View } from "@/lib/domain/chats/browser/queries";

const views: readonly string[] = ["open", "problems", "closed"] satisfies View[];
const isView = (text: string): text is View => views.includes(text);

/** Which chats the list shows. It is part of the address, so that it survives a reload and the way back. */
export function useView(): View {
  const asked = useSearchParams().get("view") ?? "open";
  return isView(asked) ? asked : "open";
}

export const searchOf = (view: View): string => (view === "open" ? "" : `?view=${view}`);

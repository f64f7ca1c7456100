import { When } from "@/components/time/when";
import type { Change } from "@/lib/chats/contract";
import { isNotice } from "@/lib/chats/shared/notices";
import { ElsewhereLine } from "./elsewhere-line";
import type { Listed } from "./listed";
import { NoticeText } from "./notice-text";

export type Linking = Extract<Listed, { kind: "elsewhere" }> | { kind: "change"; change: Change; createdAt: string };

/** A line with a way to another chat. */
export function LinkingLine({ entry }: { entry: Linking }) {
  if (entry.kind === "elsewhere") return <ElsewhereLine elsewhere={entry.elsewhere} />;
  if (!isNotice(entry.change)) return null;
  return (
    <p className="mt-3 text-center text-soft text-xs wrap-anywhere">
      <NoticeText notice={entry.change} /> · <When at={entry.createdAt} />
    </p>
  );
}

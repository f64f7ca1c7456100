import type { Tag, TagColor } from "@/lib/chats/tags/contract";
import { classes } from "./classes";

const dots: Record<TagColor, string> = {
  grey: "bg-edge",
  blue: "bg-accent",
  green: "bg-ok",
  yellow: "bg-tag-yellow",
  red: "bg-problem",
  purple: "bg-tag-purple",
};

export const TagDot = ({ color }: { color: TagColor }) => (
  <span aria-hidden className={classes("size-2 flex-none rounded-full forced-color-adjust-none", dots[color])} />
);

/** A tag: its name, with its colour beside it. */
export function TagPill({ tag, className }: { tag: Pick<Tag, "name" | "color">; className?: string }) {
  return (
    <span
      className={classes(
        "inline-flex min-w-0 max-w-full items-center gap-1 rounded-full border border-line bg-raised px-1.5 font-normal text-text text-xs",
        className,
      )}
    >
      <TagDot color={tag.color} />
      <bdi className="truncate">{tag.name}</bdi>
    </span>
  );
}

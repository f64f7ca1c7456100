"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type Choice, ChoiceList } from "@/components/desk/shared/choice-list";
import { Link } from "@/components/ui/link";
import { LoadFailed } from "@/components/ui/load-failed";
import { Skeleton } from "@/components/ui/skeleton";
import { TagDot } from "@/components/ui/tag-pill";
import { tagsQuery } from "@/lib/chats/tags/browser/queries";
import type { Tag } from "@/lib/chats/tags/contract";

type Props = {
  workspace: string;
  isAdmin: boolean;
  /** The ids of those that are on already, and how that is said. */
  chosen: ReadonlySet<string>;
  chosenLabel: string;
  onChoose: (tag: Tag, isSet: boolean) => void;
};

/** The workspace's tags, with those that are on already. */
export function TagList({ workspace, isAdmin, chosen, chosenLabel, onChoose }: Props) {
  const t = useTranslations("chat.tags");
  const { data, error, refetch, isFetching } = useQuery(tagsQuery(workspace));

  if (!data && error) return <LoadFailed error={error} isFetching={isFetching} refetch={refetch} />;
  if (!data) return <Skeleton className="h-8 w-full" />;
  const choices = data.items.map(
    ({ id, name, color }): Choice => ({
      id,
      label: <bdi>{name}</bdi>,
      words: name,
      icon: <TagDot color={color} />,
      isCurrent: chosen.has(id),
    }),
  );

  function choose(id: string) {
    const tag = data?.items.find((one) => one.id === id);
    if (tag) onChoose(tag, !chosen.has(id));
  }

  const settings = (
    <Link href={`/${workspace}/settings/tags`} className="text-accent underline underline-offset-2">
      {t("manage")}
    </Link>
  );
  if (choices.length === 0)
    return (
      <p className="text-soft">
        {t("none")} {isAdmin ? settings : t("askAdmin")}
      </p>
    );
  return (
    <>
      <ChoiceList label={t("find")} choices={choices} empty={t("noMatch")} currentLabel={chosenLabel} onChoose={choose} />
      {isAdmin && <p className="mt-2 px-2 text-sm">{settings}</p>}
    </>
  );
}

const byName = (a: Tag, b: Tag): number => a.name.localeCompare(b.name);

/** The tags after one was put on or taken off, by name. */
export function withTag(tags: readonly Tag[], tag: Tag, isSet: boolean): Tag[] {
  const others = tags.filter(({ id }) => id !== tag.id);
  return isSet ? [...others, tag].sort(byName) : others;
}

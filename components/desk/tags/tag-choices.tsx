"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type Choice, ChoiceList } from "@/components/desk/shared/choice-list";
import { useLive } from "@/components/desk/shared/live";
import { useChatChange } from "@/components/desk/shared/use-chat-change";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { Skeleton } from "@/components/ui/skeleton";
import { TagDot } from "@/components/ui/tag-pill";
import { call } from "@/lib/browser/call";
import { setTag } from "@/lib/chats/tagging/endpoints";
import { tagsQuery } from "@/lib/chats/tags/browser/queries";
import type { Tag } from "@/lib/chats/tags/contract";
import type { Panel } from "@/lib/desk/panel/contract";
import { isolated } from "@/lib/kernel/text";

/** The workspace's tags; choosing one puts it on the chat or takes it off, and leaves the list open for another. */
export function TagChoices({ chat }: { chat: Panel["chat"] }) {
  const set = useTag(chat.id);
  // An instance of the previous version sends none.
  const { tags = [] } = chat;
  // A tag that was removed stays on the screen until the chat is read again.
  return <TagList chosen={new Set(tags.map(({ id }) => id))} onChoose={(tag, isSet) => set({ tag, isSet })} />;
}

type ListProps = { chosen: ReadonlySet<string>; onChoose: (tag: Tag, isSet: boolean) => void };

/** The workspace's tags, with those that are on already. */
export function TagList({ chosen, onChoose }: ListProps) {
  const t = useTranslations("chat.tags");
  const common = useTranslations("common");
  const { workspace, me } = useLive();
  const { data, error, refetch, isFetching } = useQuery(tagsQuery(workspace));

  if (!data && error) {
    const again = (
      <Button busy={isFetching} onClick={() => refetch()}>
        {common("tryAgain")}
      </Button>
    );
    return <Alert action={again}>{error.message}</Alert>;
  }
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
        {t("none")} {me.isAdmin ? settings : t("askAdmin")}
      </p>
    );
  return (
    <>
      <ChoiceList label={t("find")} choices={choices} empty={t("noMatch")} currentLabel={t("isSet")} onChoose={choose} />
      {me.isAdmin && <p className="mt-2 px-2 text-sm">{settings}</p>}
    </>
  );
}

type Input = { tag: Tag; isSet: boolean };

const byName = (a: Tag, b: Tag): number => a.name.localeCompare(b.name);

/** Puts a tag on the chat, or takes it off. */
function useTag(chatId: string): (input: Input) => void {
  const t = useTranslations("chat.done");
  const { workspace } = useLive();
  const { change } = useChatChange<Input>(chatId, {
    send: ({ tag, isSet }) => call(setTag, { params: { workspace, chatId }, body: { tagId: tag.id, isSet } }),
    shown({ tag, isSet }, { tags = [] }) {
      const others = tags.filter(({ id }) => id !== tag.id);
      return { tags: isSet ? [...others, tag].sort(byName) : others };
    },
    reverse: (_, { tag, isSet }) => ({ tag, isSet: !isSet }),
    done: ({ tag, isSet }, name) => t(isSet ? "tagged" : "untagged", { tag: isolated(tag.name), name }),
  });
  return change;
}

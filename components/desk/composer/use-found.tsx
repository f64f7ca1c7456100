import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { scoreOf, searchable } from "@/components/commands/find";
import { useTeam } from "@/components/desk/assign/use-team";
import { useLive } from "@/components/desk/shared/live";
import { Link } from "@/components/ui/link";
import type { Mentioned } from "@/lib/chats/contract";
import { repliesQuery } from "@/lib/chats/replies/browser/queries";
import { fill, type Values } from "@/lib/chats/replies/shared/variables";
import { textOfMention } from "@/lib/chats/shared/mentions";
import { clip } from "@/lib/kernel/text";
import type { Trigger } from "./trigger";

type Option = {
  id: string;
  label: string;
  detail?: string;
  hint?: string;
  /** What is inserted. */
  text: string;
  member?: Mentioned;
};

/** `isNone`: there is nothing to choose from, whatever is typed. */
type Found = { options: Option[]; state: "loading" | "failed" | "ready"; isNone?: boolean; footer: ReactNode };

const maxOptions = 20;
const maxDetail = 120;

type Scored = { option: Option; score: number };
const best = (scored: Scored[]): Option[] =>
  scored
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, maxOptions)
    .map(({ option }) => option);

const stateOf = ({ data, error }: { data: unknown; error: unknown }): Found["state"] => (data ? "ready" : error ? "failed" : "loading");

/** What the list shows for what was typed: saved replies with their variables filled in, or members. */
export function useFound({ sign, query }: Trigger, values: Values): Found {
  const [replies, members] = [useReplies(query, values, sign === "/"), useMembers(query)];
  return sign === "/" ? replies : members;
}

function useReplies(query: string, values: Values, isWanted: boolean): Found {
  const t = useTranslations("chat.suggestions");
  const { workspace, me } = useLive();
  const found = useQuery({ ...repliesQuery(workspace), enabled: isWanted });
  const { items = [], canManage = false } = found.data ?? {};
  const options = best(
    items.map(({ id, title, shortcut, text }) => {
      const filled = fill(text, values);
      const hint = shortcut ? { hint: `/${shortcut}` } : {};
      const option: Option = { id, label: title, detail: clip(filled.replace(/\s+/gu, " "), maxDetail), ...hint, text: filled };
      return { option, score: scoreOf(query, searchable(`${shortcut ?? ""} ${title}`, text)) };
    }),
  );
  const isNone = found.data !== undefined && items.length === 0;
  const footer = canManage && (
    <Link
      href={`/${workspace}/${me.isAdmin ? "settings/replies" : "replies"}`}
      // The field keeps the focus until the page changes.
      onMouseDown={(event) => event.preventDefault()}
      className="block border-line border-t px-2 py-1.5 text-accent text-sm underline-offset-2 hover:underline"
    >
      {t(isNone ? "create" : "manage")}
    </Link>
  );
  return { options, state: stateOf(found), isNone, footer };
}

function useMembers(query: string): Found {
  const { me } = useLive();
  const found = useTeam();
  const others = (found.data ?? []).filter(({ id }) => id !== me.id);
  const options = best(
    others.map(({ id, name }) => ({
      option: { id, label: name, text: `${textOfMention(name)} `, member: { id, name } },
      score: scoreOf(query, searchable(name)),
    })),
  );
  return { options, state: stateOf(found), footer: null };
}

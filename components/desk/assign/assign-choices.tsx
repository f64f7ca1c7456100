"use client";

import { UserRound, UserRoundX } from "lucide-react";
import { useTranslations } from "next-intl";
import { type Choice, ChoiceList } from "@/components/desk/shared/choice-list";
import { Avatar } from "@/components/ui/avatar";
import { LoadFailed } from "@/components/ui/load-failed";
import { Skeleton } from "@/components/ui/skeleton";
import type { Assignee } from "@/lib/chats/contract";
import { useAssign } from "./use-assign";
import { useTeam } from "./use-team";

type Props = { chatId: string; assignee: Assignee | null; me: Assignee; onDone: () => void };

const nobody = "nobody";

/** The member who is to have the chat. */
export function AssignChoices({ chatId, assignee, me, onDone }: Props) {
  const assign = useAssign(chatId);
  function choose(chosen: Assignee | null) {
    if (chosen?.id !== assignee?.id) assign(chosen);
    onDone();
  }
  return <MemberChoices me={me} currentId={assignee?.id} canUnassign={assignee !== null} onChoose={choose} />;
}

type MemberProps = { me: Assignee; currentId: string | undefined; canUnassign: boolean; onChoose: (chosen: Assignee | null) => void };

/** A member, or nobody. */
export function MemberChoices({ me, currentId, canUnassign, onChoose }: MemberProps) {
  const t = useTranslations("chat.assign");
  const common = useTranslations("common");
  const { data: team, error, refetch, isFetching } = useTeam();

  const choose = (id: string) => onChoose(id === nobody ? null : (team?.find((member) => member.id === id) ?? me));

  if (!team && error) {
    return <LoadFailed error={error} isFetching={isFetching} refetch={refetch} />;
  }
  if (!team) {
    return (
      <div role="status" aria-label={common("loading")} className="flex flex-col gap-2 p-2">
        <Skeleton className="h-8 w-full" />
        <Skeleton className="h-5 w-40" />
        <Skeleton className="h-5 w-32" />
      </div>
    );
  }
  const others = team.filter(({ id }) => id !== me.id);
  const choices: Choice[] = [
    {
      id: me.id,
      label: t("toMe"),
      words: `${t("toMe")} ${me.name}`,
      icon: <UserRound />,
      isCurrent: currentId === me.id,
    },
    ...others.map(({ id, name }) => ({
      id,
      label: <bdi>{name}</bdi>,
      words: name,
      icon: <Avatar name={name} size={24} />,
      isCurrent: currentId === id,
    })),
    ...(canUnassign ? [{ id: nobody, label: t("unassign"), words: t("unassign"), icon: <UserRoundX /> }] : []),
  ];
  return <ChoiceList label={t("find")} choices={choices} empty={t("noMatch")} currentLabel={t("current")} onChoose={choose} />;
}

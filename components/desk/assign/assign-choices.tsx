"use client";

import { UserRound, UserRoundX } from "lucide-react";
import { useTranslations } from "next-intl";
import { type Choice, ChoiceList } from "@/components/desk/shared/choice-list";
import { Alert } from "@/components/ui/alert";
import { Avatar } from "@/components/ui/avatar";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import type { Assignee } from "@/lib/chats/contract";
import { useAssign } from "./use-assign";
import { useTeam } from "./use-team";

type Props = { chatId: string; assignee: Assignee | null; me: Assignee; onDone: () => void };

const nobody = "nobody";

/** The member who is to have the chat. */
export function AssignChoices({ chatId, assignee, me, onDone }: Props) {
  const t = useTranslations("chat.assign");
  const common = useTranslations("common");
  const assign = useAssign(chatId);
  const { data: team, error, refetch, isFetching } = useTeam();

  function choose(id: string) {
    const chosen = id === nobody ? null : (team?.find((member) => member.id === id) ?? me);
    if (chosen?.id !== assignee?.id) assign(chosen);
    onDone();
  }

  if (!team && error) {
    return (
      <Alert
        action={
          <Button busy={isFetching} onClick={() => refetch()}>
            {common("tryAgain")}
          </Button>
        }
      >
        {error.message}
      </Alert>
    );
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
      isCurrent: assignee?.id === me.id,
    },
    ...others.map(({ id, name }) => ({
      id,
      label: <bdi>{name}</bdi>,
      words: name,
      icon: <Avatar name={name} size={24} />,
      isCurrent: assignee?.id === id,
    })),
    ...(assignee ? [{ id: nobody, label: t("unassign"), words: t("unassign"), icon: <UserRoundX /> }] : []),
  ];
  return <ChoiceList label={t("find")} choices={choices} empty={t("noMatch")} currentLabel={t("current")} onChoose={choose} />;
}

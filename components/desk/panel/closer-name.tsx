import { useTranslations } from "next-intl";
import type { ClosedBy } from "@/lib/context/events/contract";

/** What closed a problem, or who. With a token alone a frame gets no names of the team. */
export function CloserName({ closedBy }: { closedBy: ClosedBy }) {
  const t = useTranslations("chat.problems");
  if (closedBy.kind === "event") return <bdi>{closedBy.event}</bdi>;
  return closedBy.name === "" ? t("colleague") : <bdi>{closedBy.name}</bdi>;
}

import { Archive, ArchiveRestore, Tags, UserRound, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { useCommands } from "@/components/commands/use-commands";
import { MemberChoices } from "@/components/desk/assign/assign-choices";
import { useLive } from "@/components/desk/shared/live";
import { TagList } from "@/components/desk/tags/tag-list";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { IconButton } from "@/components/ui/icon-button";
import type { ChatSummary } from "@/lib/chats/contract";
import type { Deed } from "./changes";
import { CloseSelected } from "./close-selected";
import { selection, useSelecting, useSelection } from "./selection";
import { useDeed } from "./use-deed";

type Asked = "assign" | "tag" | "close" | null;

/** The chat whose row has the focus. */
const focusedChat = (): string | undefined =>
  document.activeElement?.closest("li")?.querySelector<HTMLElement>("[data-row]")?.dataset["row"];

/** What is the same in all of them; undefined where they differ. */
function common<T>(values: readonly T[]): T | undefined {
  const [first, ...others] = values;
  return others.every((other) => other === first) ? first : undefined;
}

type Props = {
  /** The list that is shown: a chat that leaves it is selected no more. */
  chats: readonly ChatSummary[];
  /** The open chat. */
  chosen: string | null;
};

/** Below the list while chats are selected: what is done to all of them. */
export function SelectionBar({ chats, chosen }: Props) {
  const t = useTranslations("chat.selection");
  const tags = useTranslations("chat.tags");
  const ids = useSelection();
  const isSelecting = useSelecting();
  const { workspace, me } = useLive();
  const { act, isPending } = useDeed();
  const [asked, setAsked] = useState<Asked>(null);
  const selected = chats.filter(({ id }) => ids.has(id));
  const count = selected.length;
  useEffect(() => selection.clear, []);

  const target = () => focusedChat() ?? chosen ?? chats[0]?.id;
  useCommands([
    {
      id: "chat.select",
      group: "chat",
      label: t("selectOne"),
      keys: "x",
      run: () => {
        const id = target();
        if (id !== undefined) selection.toggle(id);
      },
    },
  ]);

  function apply(deed: Deed, to: readonly ChatSummary[] = selected): void {
    setAsked(null);
    act(deed, to);
  }
  const withProblem = selected.filter(({ status, openProblems }) => status === "open" && openProblems > 0);
  const others = selected.filter((chat) => !withProblem.includes(chat));
  const areClosed = selected.every(({ status }) => status === "closed");
  const closeWithout = (closed: readonly ChatSummary[]) => apply({ what: "status", status: "closed", ifNoOpenProblems: true }, closed);
  const close = () => (withProblem.length > 0 ? setAsked("close") : closeWithout(selected));
  const ask = (what: Asked) => () => setAsked(what);
  const inAll = selected.map(({ tags }) => new Set(tags.map(({ id }) => id)));
  const tagged = new Set([...(inAll[0] ?? [])].filter((id) => inAll.every((one) => one.has(id))));

  return (
    <>
      <p role="status" className="sr-only">
        {isSelecting && t("count", { count })}
      </p>
      {isSelecting && (
        <section aria-label={t("group")} className="flex flex-none flex-col gap-1 border-line border-t bg-raised p-2 short:py-0.5">
          <div className="flex items-center gap-1 ps-2 text-sm">
            <span className="font-semibold tabular-nums">{t("count", { count })}</span>
            <Button variant="ghost" className="ms-auto" onClick={() => selection.set(chats.map(({ id }) => id))}>
              {t("all", { count: chats.length })}
            </Button>
            <IconButton label={t("none")} onClick={selection.clear}>
              <X />
            </IconButton>
          </div>
          <div className="grid grid-cols-3 gap-1.5">
            <Button busy={isPending} disabled={count === 0} onClick={ask("assign")}>
              <UserRound aria-hidden className="size-4" />
              {t("assign")}
            </Button>
            <Button busy={isPending} disabled={count === 0} onClick={ask("tag")}>
              <Tags aria-hidden className="size-4" />
              {t("tag")}
            </Button>
            <Button busy={isPending} disabled={count === 0} onClick={areClosed ? () => apply({ what: "status", status: "open" }) : close}>
              {areClosed ? <ArchiveRestore aria-hidden className="size-4" /> : <Archive aria-hidden className="size-4" />}
              {t(areClosed ? "reopen" : "close")}
            </Button>
          </div>
        </section>
      )}
      <Dialog open={asked === "assign"} onOpenChange={() => setAsked(null)} title={t("assignTitle", { count })}>
        <MemberChoices
          me={me}
          currentId={common(selected.map(({ assignee }) => assignee?.id))}
          canUnassign={selected.some(({ assignee }) => assignee !== null)}
          onChoose={(assignee) => apply({ what: "assignee", assignee })}
        />
      </Dialog>
      <Dialog open={asked === "tag"} onOpenChange={() => setAsked(null)} title={t("tagTitle", { count })}>
        <TagList
          workspace={workspace}
          isAdmin={me.isAdmin}
          chosen={tagged}
          chosenLabel={tags("isSetOnAll")}
          onChoose={(tag, isSet) => apply({ what: "tag", tag, isSet })}
        />
      </Dialog>
      <CloseSelected
        open={asked === "close"}
        withProblem={withProblem}
        others={others}
        onCloseAll={() => apply({ what: "status", status: "closed" })}
        onCloseOthers={() => closeWithout(others)}
        onDone={() => setAsked(null)}
      />
    </>
  );
}

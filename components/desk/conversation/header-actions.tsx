"use client";

import { useTranslations } from "next-intl";
import { useKeysEnabled } from "@/components/commands/commands";
import { Keys } from "@/components/commands/keys";
import { runCommand } from "@/components/commands/run";
import { useLive } from "@/components/desk/shared/live";
import { useSnoozed } from "@/components/desk/snooze/use-snoozed";
import { TagDialog } from "@/components/desk/tags/tag-dialog";
import { Avatar } from "@/components/ui/avatar";
import { bdi } from "@/components/ui/bdi";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Popover } from "@/components/ui/popover";
import { loader } from "@/components/ui/use-loaded";
import { useOpened } from "@/components/ui/use-opened";
import type { Panel } from "@/lib/desk/panel/contract";
import { useHasSpace, withSomeSpace, withSpace } from "./header-space";

/** What is being chosen for the chat. */
export type Choosing = "assign" | "snooze" | "tag" | "link" | "contactTag" | null;

type Props = { chat: Panel["chat"]; choosing: Choosing; onChoose: (choosing: Choosing) => void };

const assignChoices = loader(() => import("@/components/desk/assign/assign-choices").then(({ AssignChoices }) => AssignChoices));
const snoozeChoices = loader(() => import("@/components/desk/snooze/snooze-choices").then(({ SnoozeChoices }) => SnoozeChoices));

const quiet = (text: React.ReactNode) => <span className="sr-only">{text}</span>;

/** Assigns, snoozes and closes the chat. Without room the choices are opened by the menu, as dialogs. */
export function HeaderActions({ chat, choosing, onChoose }: Props) {
  const t = useTranslations("chat");
  const { me } = useLive();
  const hasSpace = useHasSpace();
  const hasKeys = useKeysEnabled();
  const isSnoozed = useSnoozed(chat) !== null;
  const isOpen = chat.status === "open";

  const done = () => onChoose(null);
  const inHeader = choosing === "assign" || choosing === "snooze" ? choosing : null;
  const follow = (what: NonNullable<Choosing>) => (open: boolean) => onChoose(open ? what : null);
  const Assign = useOpened(assignChoices, choosing === "assign", done);
  const Snooze = useOpened(snoozeChoices, choosing === "snooze", done);
  const assign = { chatId: chat.id, assignee: chat.assignee, me, onDone: done };
  const snooze = { chatId: chat.id, isSnoozed, onDone: done };
  const choices = { assign: Assign && <Assign {...assign} />, snooze: Snooze && <Snooze {...snooze} /> };

  return (
    <>
      {!hasSpace && inHeader && choices[inHeader] && (
        <Dialog open onOpenChange={(open) => !open && done()} title={t(inHeader === "assign" ? "assign.title" : "snooze.title")}>
          {choices[inHeader]}
        </Dialog>
      )}
      <TagDialog chat={chat} open={choosing === "tag"} onClose={done} />
      <div className={withSpace}>
        <Popover
          loads={assignChoices}
          open={hasSpace && choosing === "assign"}
          onOpenChange={follow("assign")}
          label={t("assign.title")}
          trigger={
            <Button variant="ghost" aria-keyshortcuts="O">
              {chat.assignee ? (
                <>
                  <Avatar name={chat.assignee.name} size={20} />
                  <span className="max-w-28 truncate">{t.rich("assign.assigned", { name: chat.assignee.name, quiet, bdi })}</span>
                </>
              ) : (
                t("assign.button")
              )}
            </Button>
          }
        >
          {(Choices) => <Choices {...assign} />}
        </Popover>
      </div>
      {isOpen && (
        <div className={withSpace}>
          <Popover
            loads={snoozeChoices}
            open={hasSpace && choosing === "snooze"}
            onOpenChange={follow("snooze")}
            label={t("snooze.title")}
            trigger={
              <Button variant="ghost" aria-keyshortcuts="S">
                {t("snooze.button")}
              </Button>
            }
          >
            {(Choices) => <Choices {...snooze} />}
          </Popover>
        </div>
      )}
      <div className={withSomeSpace}>
        <Button variant="ghost" onClick={() => runCommand("chat.close")}>
          {t(isOpen ? "conversation.close" : "conversation.reopen")}
          {hasKeys && (
            <span aria-hidden className="max-[1439px]:hidden">
              <Keys keys="e" />
            </span>
          )}
        </Button>
      </div>
    </>
  );
}

import { useTranslations } from "next-intl";
import { createElement, type Ref, useEffect, useEffectEvent, useImperativeHandle, useState } from "react";
import { type Command, useCommands } from "@/components/commands/commands";
import { forgetDeferred, runDeferred } from "@/components/commands/deferred-key";
import { useAssign } from "@/components/desk/assign/use-assign";
import { useTeam } from "@/components/desk/assign/use-team";
import { LinkDialog } from "@/components/desk/panel/link-dialog";
import { type ClosedBySending, useClosing } from "@/components/desk/shared/closing";
import { useLive } from "@/components/desk/shared/live";
import { useGoingOn } from "@/components/desk/shared/use-going-on";
import { useStatus } from "@/components/desk/shared/use-status";
import type { ChoiceName } from "@/components/desk/snooze/choices";
import { useSnooze } from "@/components/desk/snooze/use-snooze";
import { useSnoozed } from "@/components/desk/snooze/use-snoozed";
import { ContactTagDialog } from "@/components/desk/tags/contact-tag-dialog";
import { useTimeZone } from "@/components/time/use-time-zone";
import { loader, useLoaded } from "@/components/ui/use-loaded";
import type { Panel } from "@/lib/desk/panel/contract";
import { isolated } from "@/lib/kernel/text";
import type { Choosing } from "./header-actions";

const choices = loader(() => import("@/components/desk/snooze/choices").then(({ snoozeChoices }) => snoozeChoices));
const group = "chat";
const snoozes = ["hour", "afternoon", "tomorrow", "monday"] as const satisfies ChoiceName[];

type Conversation = {
  panel: Panel;
  /** The context lies over the conversation. */
  isCovered: boolean;
  choosing: Choosing;
  onChoose: (choosing: Choosing) => void;
  after: Ref<AfterSending>;
};

/** What may follow a message that was sent. */
export type AfterSending = { goOn: () => void; letReopen: ClosedBySending };

/** The commands of the open chat, for the keyboard and the palette; and the dialogs of those that the header does not have. */
export function ConversationCommands({ panel, isCovered, choosing, onChoose, after }: Conversation) {
  const t = useTranslations("chat.commands");
  const { workspace, me } = useLive();
  const { chat, contact } = panel;
  const { change, letReopen } = useStatus(chat.id);
  const closing = useClosing();
  const goOn = useGoingOn();
  useImperativeHandle(after, () => ({ goOn, letReopen }));
  const isOpen = chat.status === "open";
  const hasProblem = panel.problemsCount > 0;
  // A problem that arrived just now refused the closing.
  const [isRefused, setRefused] = useState(false);

  const close = (leaves?: boolean) => closing((also) => change("closed", leaves, also, hasProblem ? undefined : () => setRefused(true)));
  const closeAgain = useEffectEvent(() => {
    setRefused(false);
    close();
  });
  useEffect(() => {
    if (isRefused && hasProblem) closeAgain();
  }, [isRefused, hasProblem]);

  function choose(choosing: Choosing): void {
    // What was typed behind this key is text for the list that opens, and no commands.
    forgetDeferred();
    onChoose(choosing);
  }

  const own: Command[] = [
    {
      id: "chat.close",
      group,
      label: t(isOpen ? "close" : "reopen"),
      keys: "e",
      run: () => (isOpen ? close() : change("open")),
    },
    {
      id: "chat.closeNext",
      group,
      label: t("closeNext"),
      keys: "shift+e",
      run: () => close(true),
      isDisabled: !isOpen,
    },
    { id: "chat.snooze", group, label: t("snooze"), keys: "s", run: () => choose("snooze"), isDisabled: !isOpen || isCovered },
    { id: "chat.assign", group, label: t("assign"), keys: "o", run: () => choose("assign"), isDisabled: isCovered },
    { id: "chat.tag", group, label: t("tag"), keys: "t", run: () => choose("tag"), isDisabled: isCovered },
    {
      id: "chat.link",
      group,
      label: t("link"),
      keywords: t("linkWords"),
      keys: "l",
      run: () => choose("link"),
      isDisabled: isCovered || contact !== null,
    },
    {
      id: "chat.tagContact",
      group,
      label: t("tagContact"),
      keywords: t("tagContactWords"),
      run: () => choose("contactTag"),
      isDisabled: isCovered || contact === null,
    },
  ];
  useCommands([...own, ...useSnoozeCommands(chat), ...useAssignCommands(chat)]);
  useEffect(() => runDeferred(chat.id), [chat.id]);
  const onClose = () => onChoose(null);
  return [
    createElement(LinkDialog, { key: "link", panel, open: choosing === "link", onClose }),
    contact &&
      createElement(ContactTagDialog, {
        key: `tags of ${contact.id}`,
        workspace,
        isAdmin: me.isAdmin,
        contactId: contact.id,
        name: contact.name ?? contact.userId,
        tags: contact.tags,
        open: choosing === "contactTag",
        onClose,
      }),
  ];
}

function useSnoozeCommands(chat: Panel["chat"]): Command[] {
  const t = useTranslations("chat.commands");
  const snooze = useSnooze(chat.id);
  const timeZone = useTimeZone();
  const choicesAt = useLoaded(choices, true);
  const isSnoozed = useSnoozed(chat) !== null;
  const isDisabled = chat.status !== "open";

  /** By the clock of now: this page may have been open for hours. */
  function run(name: ChoiceName) {
    const chosen = choicesAt?.(Date.now(), timeZone).find((choice) => choice.name === name);
    if (chosen) snooze(chosen.until);
  }

  const available = new Set(choicesAt?.(Date.now(), timeZone).map(({ name }) => name));
  return [
    ...snoozes
      .filter((name) => available.has(name))
      .map((name) => ({ id: `chat.snooze.${name}`, group, label: t(`snoozeFor.${name}`), run: () => run(name), isDisabled }) as const),
    { id: "chat.wake", group, label: t("wake"), run: () => snooze(null), isDisabled: isDisabled || !isSnoozed },
  ];
}

function useAssignCommands(chat: Panel["chat"]): Command[] {
  const t = useTranslations("chat.commands");
  const { me } = useLive();
  const { data: team = [] } = useTeam();
  const assign = useAssign(chat.id);
  const assigneeId = chat.assignee?.id;
  return [
    {
      id: "chat.assign.me",
      group,
      label: t("assignMe"),
      keys: "i",
      run: () => assign({ id: me.id, name: me.name }),
      isDisabled: assigneeId === me.id,
    },
    ...team
      .filter(({ id }) => id !== me.id)
      .map(
        ({ id, name }) =>
          ({
            id: `chat.assign.${id}`,
            group,
            label: t("assignTo", { name: isolated(name) }),
            keywords: name,
            run: () => assign({ id, name }),
            isDisabled: assigneeId === id,
          }) as const,
      ),
    { id: "chat.unassign", group, label: t("unassign"), run: () => assign(null), isDisabled: assigneeId === undefined },
  ];
}

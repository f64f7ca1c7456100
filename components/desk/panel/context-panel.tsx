"use client";

import { ArrowLeft } from "lucide-react";
import { useTranslations } from "next-intl";
import { type MouseEvent, useEffect, useEffectEvent, useLayoutEffect, useRef } from "react";
import { IconButton } from "@/components/ui/icon-button";
import { loader, useLoaded } from "@/components/ui/use-loaded";
import type { ChatItem } from "@/lib/chats/contract";
import type { Panel } from "@/lib/desk/panel/contract";
import { Actions } from "./actions";
import { Events } from "./events-section";
import { Person } from "./person";
import { Problems } from "./problems";
import { Sliding } from "./sliding";
import { useFrozenPanel } from "./use-frozen-panel";

// The person is read first.
const personLink = loader(() => import("./person-link").then(({ PersonLink }) => PersonLink));
// Only under a pointer, while something new comes.
const waitingProblems = loader(() => import("./waiting-problems").then(({ WaitingProblems }) => WaitingProblems));
const sheetOutcome = loader(() => import("./sheet-outcome").then(({ SheetOutcome }) => SheetOutcome));

type Props = { panel: Panel; items: readonly ChatItem[]; isAdmin: boolean; isOpen: boolean; isSheet: boolean; onClose: () => void };

/** Everything about the person: beside the conversation, or over it on a narrow screen. */
export function ContextPanel({ panel: fresh, items, isAdmin, isOpen, isSheet, onClose }: Props) {
  const t = useTranslations("chat.context");
  const top = useRef<HTMLElement>(null);
  const close = useEffectEvent(onClose);
  const Link = useLoaded(personLink, true);
  const SheetOutcome = useLoaded(sheetOutcome, isSheet);

  const opener = useRef<Element>(null);
  // Before the browser takes the focus from what the sheet covers.
  useLayoutEffect(() => {
    if (isSheet) opener.current = document.activeElement;
  }, [isSheet]);
  useEffect(() => {
    if (!isSheet) return;
    // The sheet is still sliding in: scrolling to it would shift the page.
    top.current?.focus({ preventScroll: true });
    // A dialog over the sheet handles the Escape key itself.
    const onKey = (event: KeyboardEvent) => event.key === "Escape" && !event.defaultPrevented && close();
    window.addEventListener("keydown", onKey);
    return () => {
      window.removeEventListener("keydown", onKey);
      if (opener.current instanceof HTMLElement) opener.current.focus({ preventScroll: true });
    };
  }, [isSheet]);

  const clicked = useRef<Element>(null);
  function onClick({ target, currentTarget }: MouseEvent) {
    // React bubbles clicks in a dialog's portal to here; those buttons are not in the sheet.
    if (target instanceof Element && currentTarget.contains(target)) clicked.current = target.closest("button");
  }

  // Keyed by person, so that fetched pages are dropped when the person changes.
  const subjectId = fresh.contact?.id ?? fresh.person.id;
  const { panel, waiting, ended, showAll, handlers } = useFrozenPanel(subjectId, fresh);
  const Waiting = useLoaded(waitingProblems, waiting > 0);
  function showWaiting() {
    showAll();
    // The button goes away.
    top.current?.focus({ preventScroll: true });
  }

  return (
    <>
      {isSheet && (
        <button
          type="button"
          tabIndex={-1}
          aria-label={t("close")}
          onClick={onClose}
          className="absolute inset-0 z-10 bg-[rgb(0_0_0/0.45)]"
        />
      )}
      <section
        ref={top}
        tabIndex={-1}
        aria-label={t("title")}
        onClickCapture={onClick}
        {...handlers}
        className={`min-h-0 flex-col overflow-y-auto overscroll-contain bg-bg pb-6 outline-none max-wide:absolute max-wide:inset-y-0 max-wide:end-0 max-wide:z-20 max-wide:w-[400px] max-wide:max-w-full max-wide:border-line max-wide:border-s max-wide:transition-transform max-wide:motion-safe:starting:translate-x-full rtl:max-wide:motion-safe:starting:-translate-x-full max-md:w-full max-md:border-s-0 ${
          isOpen ? "flex" : "flex max-wide:hidden"
        }`}
      >
        <header className="sticky top-0 z-10 hidden h-14 flex-none items-center gap-2 border-b border-line bg-bg px-2 max-wide:flex">
          <IconButton label={t("back")} onClick={onClose}>
            <ArrowLeft className="size-4 rtl:-scale-x-100" />
          </IconButton>
          <p className="font-semibold text-lg">{t("title")}</p>
        </header>
        {Waiting && <Waiting count={waiting} onShow={showWaiting} />}
        <Sliding root={top} subjectId={subjectId}>
          <Problems
            key={`problems ${subjectId}`}
            subjectId={subjectId}
            problems={panel.problems}
            count={panel.problemsCount}
            ended={ended}
            solved={panel.solved}
            hasOlder={panel.hasOlderProblems}
          />
          <Actions isAdmin={isAdmin} hiddenButtons={panel.hiddenButtons} />
          <Person key={`person ${subjectId}`} panel={panel} linking={Link ? <Link panel={panel} /> : null} />
          <Events key={`events ${subjectId}`} newest={panel.events} next={panel.nextEvents} />
        </Sliding>
        {isSheet && SheetOutcome && <SheetOutcome items={items} clicked={clicked} onShow={onClose} />}
      </section>
    </>
  );
}

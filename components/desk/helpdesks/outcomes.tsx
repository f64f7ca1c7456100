import { useTranslations } from "next-intl";
import { OutcomeNote } from "@/components/desk/press/outcome-note";
import type { FramePanel } from "@/lib/desk/helpdesks/contract";

/** The newest outcomes of presses: a frame has no conversation that would show them. */
export function Outcomes({ notes }: { notes: FramePanel["notes"] }) {
  const t = useTranslations("chat.outcome");
  return (
    // The live region is always mounted, so that screen readers announce its content.
    <section role="status" aria-label={t("title")} className="flex-none px-4 empty:hidden">
      {notes.length > 0 && (
        <ul className="flex flex-col">
          {notes.map(({ id, outcome, authorName, createdAt }) => (
            <li key={id}>
              <OutcomeNote outcome={outcome} authorName={authorName} at={createdAt} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

import type { Unsent } from "@/components/channels/website/unsent";
import { Bubble } from "./bubble";
import { useLive } from "./live";
import { useTexts } from "./settings";

const link = "rounded-sm font-medium text-text underline underline-offset-2";

/** A message on its way, or one that was not sent. */
export function UnsentRow({ unsent: { id, text, attachments, state } }: { unsent: Unsent }) {
  const texts = useTexts();
  const live = useLive();
  const isRefused = state === "refused";
  return (
    <Bubble
      author="customer"
      before={<span className="sr-only">{texts.log.you}</span>}
      after={
        state === "sending" ? (
          <span className="mx-1 text-soft text-xs">{texts.unsent.sending}</span>
        ) : (
          <span className="mx-1 flex flex-wrap justify-end gap-x-2 text-xs">
            <span className="text-problem">{isRefused ? texts.unsent.refused : texts.unsent.failed}</span>
            {!isRefused && (
              <button type="button" className={link} onClick={live.retry}>
                {texts.unsent.retry}
              </button>
            )}
            <button type="button" className={link} onClick={() => live.discard(id)}>
              {texts.unsent.discard}
            </button>
          </span>
        )
      }
    >
      {text && <p className="whitespace-pre-wrap wrap-anywhere">{text}</p>}
      {attachments.map((file) => (
        <p key={file.id} className="wrap-anywhere">
          {file.name}
        </p>
      ))}
    </Bubble>
  );
}

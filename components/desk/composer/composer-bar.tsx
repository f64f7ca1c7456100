import { MessageSquareText, Paperclip } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ChangeEvent, type ReactNode, useRef } from "react";
import { Keys } from "@/components/commands/keys";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { loader, useLoaded } from "@/components/ui/use-loaded";
import { uploadTypes } from "@/lib/chats/attachments/shared/media-type";
import type { Draft } from "@/lib/chats/browser/draft-storage";
import { enterSends, type Later, type Then } from "./sending";

const menu = loader(() => import("./send-menu").then(({ SendMenu }) => SendMenu));
const kinds = ["message", "note"] as const satisfies Draft["kind"][];

type Props = {
  kind: Draft["kind"];
  onKind: (kind: Draft["kind"]) => void;
  files: { isFull: boolean; add: (files: File[]) => void };
  takesFiles: boolean;
  /** Undefined where nothing can be typed. */
  onReplies: (() => void) | undefined;
  hint: ReactNode;
  canSend: boolean;
  onSend: (then: Then) => void;
  later: Later;
};

/** Below the field: what else a message takes, to whom it goes, and the button that sends it. */
export function ComposerBar({ kind: chosen, onKind, files, takesFiles, onReplies, hint, ...sending }: Props) {
  const t = useTranslations("chat.composer");
  const { canSend } = sending;
  const Choices = useLoaded(menu, canSend);
  return (
    <div className="flex items-center gap-1 px-2 pt-1.5 pb-2">
      {takesFiles && <AttachButton disabled={files.isFull} onFiles={files.add} />}
      {onReplies && (
        <IconButton label={t("savedReplies")} onClick={onReplies}>
          <MessageSquareText />
        </IconButton>
      )}
      <fieldset aria-label={t("kind")} className="flex flex-none">
        {kinds.map((kind) => (
          <button
            key={kind}
            type="button"
            aria-pressed={kind === chosen}
            onClick={() => onKind(kind)}
            className="rounded-md px-2.5 py-1 text-sm text-soft hover:text-text aria-pressed:bg-raised aria-pressed:font-semibold aria-pressed:text-text"
          >
            {t(`kinds.${kind}`)}
          </button>
        ))}
      </fieldset>
      <div className="ms-auto flex min-w-0 items-center gap-1">
        {hint}
        <Button type="submit" variant="primary" disabled={!canSend}>
          {t("send")}
          <span aria-hidden className="max-sm:hidden pointer-coarse:hidden wide:max-[1239px]:hidden">
            <Keys keys={enterSends.useValue() ? "return" : "mod+return"} />
          </span>
        </Button>
        <span className="min-w-8 pointer-coarse:min-w-11">{Choices && <Choices {...sending} />}</span>
      </div>
    </div>
  );
}

function AttachButton({ disabled, onFiles }: { disabled: boolean; onFiles: (files: File[]) => void }) {
  const t = useTranslations("chat.composer");
  const input = useRef<HTMLInputElement>(null);

  function choose({ target }: ChangeEvent<HTMLInputElement>) {
    onFiles([...(target.files ?? [])]);
    // The same file can be chosen again after it was removed.
    target.value = "";
  }

  return (
    <>
      <input ref={input} type="file" hidden multiple accept={uploadTypes.join(",")} onChange={choose} />
      <IconButton label={t("attach")} disabled={disabled} onClick={() => input.current?.click()}>
        <Paperclip />
      </IconButton>
    </>
  );
}

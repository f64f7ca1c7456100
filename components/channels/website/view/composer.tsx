import { SendHorizontal } from "lucide-react";
import { type ClipboardEvent, type DragEvent, type KeyboardEvent, type SyntheticEvent, useEffect, useId, useRef, useState } from "react";
import { newId } from "@/lib/kernel/ids";
import { codePoints } from "@/lib/kernel/text";
import { fill } from "@/lib/messages/widget/fill";
import { AttachButton } from "./attach-button";
import { useLive } from "./live";
import { useSettings } from "./settings";
import { UploadList } from "./upload-list";
import { useUploads } from "./use-uploads";

const isPhone = () => matchMedia("(pointer: coarse)").matches;

/** Writes to the team. Enter sends; on a phone, whose keyboards have no Shift+Enter, it begins a new line. */
export function Composer({ isOpen }: { isOpen: boolean }) {
  const { texts, limits } = useSettings();
  const live = useLive();
  const [text, setText] = useState("");
  const { uploads, problem, add, remove, retry, clear } = useUploads();
  const field = useRef<HTMLTextAreaElement>(null);
  const hint = useId();
  const excess = codePoints(text.trim()) - limits.characters;
  const isEmpty = text.trim() === "" && uploads.length === 0;
  const isReady = !isEmpty && excess <= 0 && uploads.every(({ attachment }) => attachment);

  useEffect(() => {
    // A phone's keyboard would cover what there is to read.
    if (isOpen && !isPhone()) field.current?.focus();
  }, [isOpen]);

  function send(event: SyntheticEvent): void {
    event.preventDefault();
    if (!isReady) return;
    const attachments = uploads.flatMap(({ attachment }) => attachment ?? []);
    live.send({ id: newId(), text: text.trim(), attachments, writtenAt: new Date().toISOString() });
    setText("");
    clear();
    field.current?.focus();
  }

  function sendByKey(event: KeyboardEvent): void {
    // While an input method composes a character, Enter belongs to it.
    const isPlain = event.key === "Enter" && !event.shiftKey && !event.nativeEvent.isComposing;
    if (isPlain && !isPhone()) send(event);
  }

  function paste(event: ClipboardEvent): void {
    if (event.clipboardData.files.length === 0) return;
    event.preventDefault();
    add(Array.from(event.clipboardData.files));
  }

  function drop(event: DragEvent): void {
    event.preventDefault();
    add(Array.from(event.dataTransfer.files));
  }

  return (
    <form
      method="post"
      onSubmit={send}
      onDragOver={(event) => event.preventDefault()}
      onDrop={drop}
      className="flex-none border-line border-t bg-surface focus-within:border-[var(--chat)]"
    >
      <UploadList uploads={uploads} onRemove={remove} onRetry={retry} />
      {problem && (
        <p role="alert" className="px-4 pt-2 text-problem text-xs">
          {problem}
        </p>
      )}
      <div className="flex items-end gap-1 p-2">
        <AttachButton onFiles={add} />
        <textarea
          ref={field}
          rows={1}
          aria-label={texts.composer.label}
          aria-describedby={hint}
          placeholder={texts.composer.placeholder}
          value={text}
          onChange={({ target }) => setText(target.value)}
          onKeyDown={sendByKey}
          onPaste={paste}
          className="field-sizing-content block max-h-36 min-h-9 min-w-0 flex-1 resize-none rounded-md bg-transparent px-2 py-2 outline-none pointer-coarse:text-lg"
        />
        <button
          type="submit"
          aria-label={texts.composer.send}
          aria-disabled={!isReady}
          className="grid size-9 flex-none place-items-center rounded-md bg-[var(--chat)] text-[var(--on-chat)] aria-disabled:opacity-45 pointer-coarse:size-10"
        >
          <SendHorizontal aria-hidden className="size-5" />
        </button>
      </div>
      <p id={hint} className={excess > 0 ? "px-4 pb-2 text-problem text-xs" : "sr-only"}>
        {excess > 0 ? fill(texts.composer.tooLong, { count: excess }) : texts.composer.hint}
      </p>
    </form>
  );
}

import { Paperclip } from "lucide-react";
import { type ChangeEvent, useRef } from "react";
import { uploadTypes } from "@/lib/chats/attachments/shared/media-type";
import { useTexts } from "./settings";

/** The browser's own choice of files, behind a button with a name. */
export function AttachButton({ onFiles }: { onFiles: (files: Iterable<File>) => void }) {
  const texts = useTexts();
  const input = useRef<HTMLInputElement>(null);

  function choose({ currentTarget }: ChangeEvent<HTMLInputElement>): void {
    onFiles(Array.from(currentTarget.files ?? []));
    // The same file may be chosen again.
    currentTarget.value = "";
  }

  return (
    <>
      <input ref={input} type="file" multiple accept={uploadTypes.join(",")} onChange={choose} hidden />
      <button
        type="button"
        aria-label={texts.composer.attach}
        onClick={() => input.current?.click()}
        className="grid size-9 flex-none place-items-center rounded-md text-soft hover:bg-raised hover:text-text pointer-coarse:size-10"
      >
        <Paperclip aria-hidden className="size-5" />
      </button>
    </>
  );
}

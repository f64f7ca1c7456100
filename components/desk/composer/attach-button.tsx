import { Paperclip } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ChangeEvent, useRef } from "react";
import { IconButton } from "@/components/ui/icon-button";
import { uploadTypes } from "@/lib/chats/attachments/shared/media-type";

export function AttachButton({ disabled, onFiles }: { disabled: boolean; onFiles: (files: File[]) => void }) {
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

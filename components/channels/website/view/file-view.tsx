import { Download } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { Attachment } from "@/components/channels/website/api";
import { isImage } from "@/lib/chats/attachments/shared/media-type";
import { fill } from "@/lib/messages/widget/fill";
import { useLive } from "./live";
import { useTexts } from "./settings";

/** The file's address in memory once it was fetched; an address on the server would open nothing without the token. */
function useLoaded(id: string, isWanted: boolean) {
  const { api } = useLive();
  const [address, setAddress] = useState<string>();
  const [isMissing, setMissing] = useState(false);

  useEffect(() => {
    if (!isWanted) return;
    let own: string | undefined;
    let isOver = false;
    const show = (file: Blob) => {
      if (isOver) return;
      own = URL.createObjectURL(file);
      setAddress(own);
    };
    api.open(id).then(show, () => setMissing(true));
    return () => {
      isOver = true;
      if (own) URL.revokeObjectURL(own);
    };
  }, [api, id, isWanted]);

  return { address, isMissing };
}

function saveAs(address: string, name: string): void {
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
}

/** An image is shown when it scrolls into view; every file can be saved. */
export function FileView({ file: { id, name, type } }: { file: Attachment }) {
  const texts = useTexts();
  const { api } = useLive();
  const [isSeen, setSeen] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const hasPreview = isImage(type);
  const { address, isMissing } = useLoaded(id, isSeen && hasPreview);

  useEffect(() => {
    const observer = new IntersectionObserver((entries) => entries.some(({ isIntersecting }) => isIntersecting) && setSeen(true));
    if (button.current) observer.observe(button.current);
    return () => observer.disconnect();
  }, []);

  async function save() {
    setFailed(false);
    if (address) return saveAs(address, name);
    const file = await api.open(id).catch(() => undefined);
    if (!file) return setFailed(true);
    const own = URL.createObjectURL(file);
    saveAs(own, name);
    // The browser has begun to save it by then.
    setTimeout(() => URL.revokeObjectURL(own), 60_000);
  }

  return (
    <>
      <button
        ref={button}
        type="button"
        aria-label={fill(texts.file.save, { name })}
        onClick={save}
        className="mt-1 flex max-w-full items-center gap-2 rounded-md text-start underline underline-offset-2 first:mt-0 focus-visible:outline-current"
      >
        {address ? (
          <img src={address} alt="" className="max-h-64 max-w-full rounded-md object-contain" />
        ) : (
          <>
            <Download aria-hidden className="size-4 flex-none" />
            <bdi className="min-w-0 wrap-anywhere">{name}</bdi>
          </>
        )}
      </button>
      {(isMissing || hasFailed) && <p className="text-xs">{texts.file.missing}</p>}
    </>
  );
}

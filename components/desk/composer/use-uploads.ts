import { useCallback, useEffect, useRef, useState } from "react";
import { loader, useLoaded } from "@/components/ui/use-loaded";
import type { AttachmentView } from "@/lib/chats/attachments/contract";
import { uploadAttachment } from "@/lib/chats/attachments/endpoints";
import { maxUploadBytes } from "@/lib/chats/attachments/shared/limits";
import type { DraftKey } from "@/lib/chats/browser/draft-storage";
import { newId } from "@/lib/kernel/ids";

const uploader = loader(() => import("@/lib/browser/upload").then(({ upload }) => upload));

/** A file on its way to the server, or one that it refused, with the reason. */
export type Upload = { id: string; file: File; share: number; reason: string | null };

type Messages = { tooLarge: string; failed: string };

/** The uploads of this chat that are no part of its draft yet. Leaving the chat ends them. */
export function useUploads(key: DraftKey, messages: Messages, onUploaded: (file: AttachmentView) => void) {
  const { workspace, chatId } = key;
  const [uploads, setUploads] = useState<Upload[]>([]);
  const running = useRef(new Map<string, AbortController>());
  const last = useRef(Promise.resolve());
  useLoaded(uploader, false);

  useEffect(() => {
    const controllers = running.current;
    return () => {
      for (const controller of controllers.values()) controller.abort();
    };
  }, []);

  const change = useCallback(
    (id: string, part: Partial<Upload>) => setUploads((all) => all.map((one) => (one.id === id ? { ...one, ...part } : one))),
    [],
  );
  const drop = useCallback((id: string) => {
    running.current.get(id)?.abort();
    running.current.delete(id);
    setUploads((all) => all.filter((one) => one.id !== id));
  }, []);

  /** Files go at the same time, and into the draft in the order in which they were chosen. */
  async function send({ id, file }: Upload, before: Promise<void>) {
    const controller = new AbortController();
    running.current.set(id, controller);
    try {
      const upload = await uploader.load();
      const stored = await upload(uploadAttachment, {
        params: { workspace, chatId },
        file,
        onProgress: (share) => change(id, { share }),
        signal: controller.signal,
      });
      await before;
      if (controller.signal.aborted) return;
      onUploaded(stored);
      drop(id);
    } catch (error) {
      running.current.delete(id);
      change(id, { reason: error instanceof Error ? error.message : messages.failed });
    }
  }

  function add(files: readonly File[]) {
    const added = files.map((file) => ({ id: newId(), file, share: 0, reason: file.size > maxUploadBytes ? messages.tooLarge : null }));
    setUploads((all) => [...all, ...added]);
    for (const one of added) if (one.reason === null) last.current = send(one, last.current);
  }

  return { uploads, add, drop };
}

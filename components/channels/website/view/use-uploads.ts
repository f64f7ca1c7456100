import { useRef, useState } from "react";
import { type Attachment, CallError } from "@/components/channels/website/api";
import { isUploadType } from "@/lib/chats/attachments/shared/media-type";
import { newId } from "@/lib/kernel/ids";
import { fill } from "@/lib/messages/widget/fill";
import { useLive } from "./live";
import { useSettings } from "./settings";

/** A file that was chosen for the next message. */
export type Upload = { id: string; file: File; attachment: Attachment | undefined; hasFailed: boolean };

/** Files go to the server as soon as they are chosen, so that the message itself is sent at once. */
export function useUploads() {
  const { texts, limits } = useSettings();
  const live = useLive();
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const [problem, setProblem] = useState<string>();
  const ids = useRef(new Set<string>());
  // What the server rejects for its content or its size, it rejects again.
  const reasons: Record<number, string> = { 400: texts.file.wrongType, 413: texts.file.tooLarge };

  const change = (id: string, part: Partial<Upload>) => setUploads((all) => all.map((one) => (one.id === id ? { ...one, ...part } : one)));

  function start({ id, file }: Upload): void {
    change(id, { hasFailed: false });
    live.upload(file).then(
      (attachment) => change(id, { attachment }),
      (error) => {
        const reason = error instanceof CallError ? reasons[error.status] : undefined;
        if (reason) reject(id, fill(reason, { name: file.name }));
        else change(id, { hasFailed: true });
      },
    );
  }

  function remove(id: string): void {
    ids.current.delete(id);
    setUploads((all) => all.filter((one) => one.id !== id));
  }
  function reject(id: string, reason: string): void {
    remove(id);
    setProblem(reason);
  }

  function reasonAgainst({ name, size, type }: File): string | undefined {
    if (ids.current.size >= limits.files) return fill(texts.file.tooMany, { max: limits.files });
    if (size > limits.bytes) return fill(texts.file.tooLarge, { name });
    // Some systems name no type; the server judges the content in any case.
    return type && !isUploadType(type) ? fill(texts.file.wrongType, { name }) : undefined;
  }

  function add(files: Iterable<File>): void {
    setProblem(undefined);
    for (const file of files) {
      const reason = reasonAgainst(file);
      if (reason) {
        setProblem(reason);
        continue;
      }
      const upload: Upload = { id: newId(), file, attachment: undefined, hasFailed: false };
      ids.current.add(upload.id);
      setUploads((all) => [...all, upload]);
      start(upload);
    }
  }

  return {
    uploads,
    problem,
    add,
    remove,
    retry: start,
    clear(): void {
      ids.current.clear();
      setUploads([]);
      setProblem(undefined);
    },
  };
}

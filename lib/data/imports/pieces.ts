import * as files from "@/lib/platform/files";
import { type Letters, letterWatch } from "./letters";

/** A file is kept in pieces of this size, so that none of it is in the memory whole. Even, so that UTF-16 is not split. */
export const pieceBytes = 512 * 1024;

type Of = { workspaceId: string; id: string };
const folderOf = ({ workspaceId, id }: Of) => `${workspaceId}/import-${id}`;
const keyOf = (of: Of, number: number) => `${folderOf(of)}/${number}`;

export const piecesOf = (bytes: number): number => Math.ceil(bytes / pieceBytes);

export type Stored = { bytes: number; first: Buffer; letters: Letters };

/** Writes what arrives. Throws what the arrival throws, and unavailable. */
export async function store(of: Of, arriving: AsyncIterable<Uint8Array>): Promise<Stored> {
  const letters = letterWatch();
  let [bytes, number, size] = [0, 0, 0];
  // What arrives is copied, so that the memory that it came in is free again.
  let piece = Buffer.allocUnsafe(pieceBytes);
  let first: Buffer | undefined;
  const write = async () => {
    const whole = piece.subarray(0, size);
    [piece, size] = [Buffer.allocUnsafe(pieceBytes), 0];
    first ??= whole;
    letters.add(whole);
    await files.put(keyOf(of, number), whole);
    number += 1;
  };
  for await (const chunk of arriving) {
    bytes += chunk.byteLength;
    for (let at = 0; at < chunk.byteLength; ) {
      const part = chunk.subarray(at, at + pieceBytes - size);
      piece.set(part, size);
      size += part.byteLength;
      at += part.byteLength;
      if (size === pieceBytes) await write();
    }
  }
  if (size > 0) await write();
  return { bytes, first: first ?? Buffer.alloc(0), letters: letters.seen() };
}

/** The piece of a file; undefined when the store has lost it. @throws unavailable */
export async function read(of: Of, number: number): Promise<Buffer | undefined> {
  const stream = await files.read(keyOf(of, number));
  if (!stream) return undefined;
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

/** Removes the first `count` pieces; those that are gone already are no error. @throws unavailable */
export async function remove(of: Of, count: number): Promise<void> {
  for (let number = 0; number < count; number += 1) await files.remove(keyOf(of, number));
  await files.removeFolder(folderOf(of));
}

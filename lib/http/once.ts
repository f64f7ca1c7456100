import { createHash } from "node:crypto";
import type { ArrivingFile, Contract } from "@/lib/kernel/contract";
import { keyHeader } from "@/lib/kernel/idempotency";
import * as idempotency from "@/lib/workspace/idempotency";
import { jsonText, type Reply } from "./response";

/** What is needed of a call whose contract is only known to be one with a key. */
type Keyed = {
  caller: { workspace: { id: string } };
  headersIn: { [keyHeader]?: string } | undefined;
  headers: Record<string, string>;
  params: unknown;
  query: unknown;
  sent: unknown;
  pieces: (() => ArrivingFile) | undefined;
};

/** Does what a call asks for, or gives the first answer of an earlier call with the same Idempotency-Key. A failure leaves no trace. */
export async function once<C extends object>(contract: Contract, call: C, handle: (call: C) => Promise<Reply>): Promise<Reply> {
  const { answerIsAbout, method, path } = contract;
  const { caller, headersIn, headers, params, query, sent, pieces } = call as unknown as Keyed;
  const key = headersIn?.[keyHeader];
  if (answerIsAbout === undefined || key === undefined) return handle(call);
  const workspaceId = caller.workspace.id;
  const file = pieces && digested(pieces);
  const bodyOf = () => ({ query: query ?? null, sent: sent ?? null, file: file?.digest() ?? null });

  const claim = await idempotency.claim(workspaceId, { key, call: [method, path, params ?? null], answerIsAbout });
  if ("status" in claim) {
    await file?.discard();
    idempotency.requireSameBody(claim, bodyOf());
    return jsonText(claim.status, { ...headers, "idempotency-replayed": "true" }, claim.text);
  }
  try {
    const reply = await handle(file ? { ...call, pieces: file.pieces } : call);
    if (reply.status < 400) await idempotency.complete(workspaceId, claim, { body: bodyOf(), status: reply.status, text: reply.text });
    else await idempotency.release(workspaceId, claim);
    return reply;
  } catch (error) {
    await idempotency.release(workspaceId, claim);
    throw error;
  }
}

/** A file whose digest is known once it has arrived: of its bytes, and of the name that a form gives it. */
function digested(pieces: () => ArrivingFile) {
  const hash = createHash("sha256");
  let arriving: ArrivingFile | undefined;
  async function* parts(file: ArrivingFile) {
    for await (const part of file) {
      hash.update(part);
      yield part;
    }
  }
  function read(): ArrivingFile {
    const file = pieces();
    arriving = file;
    return {
      [Symbol.asyncIterator]: () => parts(file),
      get fileName() {
        return file.fileName;
      },
    };
  }
  return {
    pieces: read,
    digest: () => [hash.digest("base64url"), arriving?.fileName ?? null],
    /** Reads a repeated file without keeping it. */
    async discard() {
      for await (const _ of read());
    },
  };
}

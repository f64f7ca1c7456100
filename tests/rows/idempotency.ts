import { db } from "@/lib/platform/db";
import { run } from "@/lib/platform/db/rows";
import * as idempotency from "@/lib/workspace/idempotency";
import { renewStatement } from "@/lib/workspace/idempotency/sql";

/** Claims a call, answers it, finds the answer, releases another one, and empties and removes what is stored; one answer stays for a change of the key. */
export async function runIdempotency(ws: string): Promise<void> {
  const claim = (key: string, answerIsAbout: "people" | "nobody" = "people") => idempotency.claim(ws, { key, call: "POST", answerIsAbout });
  for (const key of ["answered", "released", "kept"]) {
    const claimed = await claim(key, key === "kept" ? "nobody" : "people");
    if (!("claimId" in claimed)) throw new Error("The call was claimed before.");
    await run(db(), renewStatement)(ws, claimed.digest, claimed.claimId, new Date(Date.now() + 60_000));
    if (key === "released") await idempotency.release(ws, claimed);
    else await idempotency.complete(ws, claimed, { body: null, status: 201, text: "{}" });
  }
  await claim("answered");
  await idempotency.deleteExpired(new AbortController().signal);
  await idempotency.forget(db(), ws, new Date());
}

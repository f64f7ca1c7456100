import { phoneVariant, withVariants } from "@/lib/people/shared/phone-variants";
import { type Runner, rows } from "@/lib/platform/db/rows";
import { lockTimeoutMs } from "@/lib/platform/db/timeouts";
import type { Job, Named } from "./put";
import { importTogetherStatement, knownPhonesStatement } from "./sql";

/**
 * Says of one phone after the other whether nobody has it, neither a person or contact of the workspace nor one that was asked about before.
 * Needs the linking lock for `change`.
 */
export async function freePhones(tx: Runner, workspaceId: string, phones: readonly string[]): Promise<(phone: string) => boolean> {
  const found = phones.length === 0 ? [] : await rows(tx, knownPhonesStatement)(workspaceId, withVariants(phones));
  const taken = new Set(found.map(({ phone }) => phone));
  return (phone) => {
    const forms = [phone, phoneVariant(phone) ?? phone];
    const isFree = !forms.some((form) => taken.has(form));
    for (const form of forms) taken.add(form);
    return isFree;
  };
}

/** The same jobs, each with whether its phone is free. Needs the linking lock for `change`. */
export async function withFree(tx: Runner, workspaceId: string, jobs: readonly Job[]): Promise<Job[]> {
  const phones = jobs.flatMap(({ fields }) => fields.phone ?? []);
  const take = await freePhones(tx, workspaceId, phones);
  return jobs.map((job) => (job.fields.phone && take(job.fields.phone) ? { ...job, isFree: true } : job));
}

/**
 * Writes different contacts by one statement, as far as no chat has to be linked for them: undefined for the others. Needs the linking lock
 * for `change`.
 */
export async function writeTogetherIn(tx: Runner, workspaceId: string, jobs: readonly Job[]): Promise<(Named | undefined)[]> {
  const written: (Named | undefined)[] = jobs.map(() => undefined);
  for (const { i, ...contact } of await rows(tx, importTogetherStatement)(workspaceId, JSON.stringify(jobs), String(lockTimeoutMs)))
    written[i - 1] = { kind: "saved", contact };
  return written;
}

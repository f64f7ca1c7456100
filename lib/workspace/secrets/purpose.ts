import { identifySecretPrefix, signingSecretPrefix } from "@/lib/kernel/credentials";
import type { Prisma } from "@/lib/platform/db/client/client";
import type { EntryKind } from "@/lib/workspace/audit/contract";

/** What a secret is for: signing the calls to the customer's server, or checking who their website says that a visitor is. */
export type Purpose = "signing" | "identify";

export type Row = { id: string; encrypted: string; lastFour: string; createdAt: Date; endsAt: Date | null };
type Filter = { workspaceId: string; endsAt?: null | { not: null }; createdAt?: Date; OR?: { endsAt: null | { gt: Date } }[] };
type Order = { endsAt: { sort: "desc"; nulls: "first" } } | { createdAt: "desc" } | { id: "desc" };

/** What the tables of all purposes can do. */
type Table = {
  findMany: (query: { where: Filter; orderBy: Order[] }) => Promise<Row[]>;
  count: (query: { where: Filter }) => Promise<number>;
  create: (change: { data: Row & { workspaceId: string } }) => Promise<unknown>;
  updateMany: (change: { where: Filter; data: { endsAt: Date } }) => Promise<unknown>;
  deleteMany: (change: { where: Filter }) => Promise<unknown>;
};

/** The database or a transaction on it. */
export type Tables = Pick<Prisma.TransactionClient, "signingSecret" | "identifySecret">;

type Kind = {
  table: (on: Tables) => Table;
  /** Also the beginning of the data that binds a secret to its row. */
  name: "signing_secret" | "identify_secret";
  prefix: string;
  noun: string;
  audit: Record<"revealed" | "rotated" | "overlapEnded" | "olderDropped" | "reencrypted", EntryKind>;
};

export const purposes: Record<Purpose, Kind> = {
  signing: {
    table: ({ signingSecret }) => signingSecret,
    name: "signing_secret",
    prefix: signingSecretPrefix,
    noun: "signing secret",
    audit: {
      revealed: "secret.revealed",
      rotated: "secret.rotated",
      overlapEnded: "secret.overlap_ended",
      olderDropped: "secret.older_dropped",
      reencrypted: "secret.resealed",
    },
  },
  identify: {
    table: ({ identifySecret }) => identifySecret,
    name: "identify_secret",
    prefix: identifySecretPrefix,
    noun: "identify secret",
    audit: {
      revealed: "identify.revealed",
      rotated: "identify.rotated",
      overlapEnded: "identify.overlap_ended",
      olderDropped: "identify.older_dropped",
      reencrypted: "identify.resealed",
    },
  },
};

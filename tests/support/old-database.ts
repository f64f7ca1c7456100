import { randomUUID } from "node:crypto";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Embedded } from "@/lib/platform/db/embedded";
import { migrateEmbedded, migrationNames } from "@/lib/platform/db/migrate";

/** The migration that gave accounts sessions and links. */
export const accountsMigration = "20261122010000_accounts_of_their_own";

export type Old = {
  workspace: (slug: string) => Promise<string>;
  account: (email: string, at: Date, passwordHash?: string) => Promise<string>;
  member: (workspaceId: string, accountId: string, role: string) => Promise<void>;
  entry: (workspaceId: string, by: string | null, what: string, details: object, at: Date) => Promise<void>;
  setUpAt: (at: Date) => Promise<void>;
};

const copyTo = (root: string): void => {
  for (const folder of ["prisma/migrations", "prisma/functions", "prisma/citus"]) cpSync(folder, join(root, folder), { recursive: true });
};

/** Runs `work` with a folder that has only the migrations before `name`, as an older version had. */
export async function withMigrationsBefore<T>(name: string, work: (root: string) => Promise<T>): Promise<T> {
  const root = mkdtempSync(join(tmpdir(), "beside-before-"));
  copyTo(root);
  for (const one of migrationNames(root)) if (one >= name) rmSync(join(root, "prisma/migrations", one), { recursive: true });
  try {
    return await work(root);
  } finally {
    rmSync(root, { recursive: true });
  }
}

/** A folder with a copy of the migrations and one more, as the next version would have it. */
export function rootWith(name: string, sql: string): string {
  const root = mkdtempSync(join(tmpdir(), "beside-migrations-"));
  copyTo(root);
  mkdirSync(join(root, "prisma/migrations", name));
  writeFileSync(join(root, "prisma/migrations", name, "migration.sql"), sql);
  return root;
}

/** Migrates an empty database to the version before accounts had sessions and links. Returns functions that fill it as that version did. */
export async function oldDatabase(embedded: Embedded): Promise<Old> {
  await withMigrationsBefore(accountsMigration, (root) => migrateEmbedded(embedded, root));

  const run = async (sql: string, ...values: unknown[]) => void (await embedded.query(sql, values));
  return {
    workspace: async (slug) => {
      const id = randomUUID();
      await run("insert into workspace (id, slug, name, plan, created_at) values ($1, $2, $2, 'pro', now())", id, slug);
      return id;
    },
    account: async (email, at, passwordHash = "x") => {
      const id = randomUUID();
      await run(
        "insert into account (id, email, name, password_hash, created_at) values ($1, $2, 'Somebody', $3, $4)",
        id,
        email,
        passwordHash,
        at,
      );
      return id;
    },
    member: (workspaceId, accountId, role) =>
      run("insert into member (workspace_id, account_id, role, created_at) values ($1, $2, $3::role, now())", workspaceId, accountId, role),
    entry: (workspaceId, by, what, details, at) =>
      run(
        `insert into audit_entry (workspace_id, id, account_id, actor, what, subject, details, created_at)
         values ($1, $2, $3, 'Somebody', $4, 'x', $5, $6)`,
        ...[workspaceId, randomUUID(), by, what, JSON.stringify(details), at],
      ),
    setUpAt: (at) =>
      run("insert into installation (id, key_check, set_up_at) values (1, 'x', $1) on conflict (id) do update set set_up_at = $1", at),
  };
}

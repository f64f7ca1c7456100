import type { Query } from "@/lib/ops/move/tables";

/** A foreign key or trigger of the database, which is dropped and made again. */
type Step = { kind: "key" | "trigger"; table: string; name: string; definition: string };

/**
 * What is to be made again is written down in the database before it is dropped, so that a process that is killed at any point forgets
 * nothing. The tables go with the last step: an instance that finds them does not start.
 */
export async function remember(ask: Query): Promise<Step[]> {
  await ask(`create table if not exists distribution_step (
    kind text not null, "table" text not null, name text not null, definition text not null, primary key (kind, "table", name))`);
  await ask(`create table if not exists distribution_digest ("table" text primary key, rows text not null, checksum text not null)`);
  await ask(`
    insert into distribution_step (kind, "table", name, definition)
    select 'key', t.relname, k.conname, pg_get_constraintdef(k.oid)
    from pg_constraint k join pg_class t on t.oid = k.conrelid
    where k.contype = 'f' and t.relnamespace = 'public'::regnamespace
      and not exists (select from pg_dist_partition d where d.logicalrelid = t.oid)
    union all
    select 'trigger', t.relname, g.tgname, pg_get_triggerdef(g.oid)
    from pg_trigger g join pg_class t on t.oid = g.tgrelid
    where not g.tgisinternal and t.relnamespace = 'public'::regnamespace and g.tgname not like 'truncate_trigger_%'
      and not exists (select from pg_dist_partition d where d.logicalrelid = t.oid)
    on conflict do nothing`);
  return ask<Step>(`select kind, "table", name, definition from distribution_step order by kind, "table", name`);
}

export const forget = (ask: Query): Promise<unknown> => ask("drop table distribution_step, distribution_digest");

/** Names of the tables that exist now. */
async function present(ask: Query): Promise<Set<string>> {
  const found = await ask<{ known: string }>(`
    select 'key ' || t.relname || ' ' || k.conname as known from pg_constraint k join pg_class t on t.oid = k.conrelid where k.contype = 'f'
    union all
    select 'trigger ' || t.relname || ' ' || g.tgname from pg_trigger g join pg_class t on t.oid = g.tgrelid where not g.tgisinternal`);
  return new Set(found.map(({ known }) => known));
}

const nameOf = ({ kind, table, name }: Step) => `${kind} ${table} ${name}`;

/** Drops what belongs to tables that are not distributed yet: such a table cannot have a key to another node, nor a trigger. */
export async function drop(ask: Query, steps: Step[], waiting: ReadonlySet<string>): Promise<void> {
  const there = await present(ask);
  for (const step of steps.filter(({ table }) => waiting.has(table)).filter((one) => there.has(nameOf(one)))) {
    const { kind, table, name } = step;
    await ask(kind === "key" ? `alter table "${table}" drop constraint "${name}"` : `drop trigger "${name}" on "${table}"`);
  }
}

/** How many keys and triggers the distributed tables have. */
export async function held(ask: Query): Promise<{ keys: number; triggers: number }> {
  const [found] = await ask<{ keys: number; triggers: number }>(`
    select (select count(*)::int from pg_constraint k join pg_dist_partition d on d.logicalrelid = k.conrelid where k.contype = 'f') as keys,
      (select count(*)::int from pg_trigger g join pg_dist_partition d on d.logicalrelid = g.tgrelid
        where not g.tgisinternal and g.tgname not like 'truncate_trigger_%') as triggers`);
  return found ?? { keys: 0, triggers: 0 };
}

/** Makes again what is missing. */
export async function restore(ask: Query, steps: Step[], kind: Step["kind"]): Promise<void> {
  const there = await present(ask);
  const wanted = steps.filter((step) => step.kind === kind);
  for (const step of wanted.filter((one) => !there.has(nameOf(one)))) {
    const { table, name, definition } = step;
    // Citus has no ON UPDATE CASCADE with the distribution column. Keys never change: nothing is lost.
    const key = `alter table "${table}" add constraint "${name}" ${definition.replace(" ON UPDATE CASCADE", "")}`;
    await ask(kind === "key" ? key : definition);
  }
  const after = await present(ask);
  const missing = wanted.find((one) => !after.has(nameOf(one)));
  if (missing) throw new Error(`The ${missing.kind} ${missing.name} of ${missing.table} is missing. Run this again.`);
}

import type { z } from "zod";
import { byteOrderMark, csvLine, csvType, datedName, type QuotedText } from "@/lib/kernel/csv";
import { highestId } from "@/lib/kernel/id-bounds";
import * as attributeDisplay from "@/lib/people/attribute-display";
import { db } from "@/lib/platform/db";
import * as replica from "@/lib/platform/db/replica";
import { rows } from "@/lib/platform/db/rows";
import * as audit from "@/lib/workspace/audit";
import type { Actor } from "@/lib/workspace/audit/contract";
import { type ExportedRow, exportedStatement } from "./export-all-sql";
import type { exportFormats } from "./shared/export-formats";

type Row = z.output<typeof ExportedRow>;
type Format = (typeof exportFormats)[number];

const batchSize = 200;

/** All contacts, a batch at a time; one that is written meanwhile is in it at most once. */
async function* batches(workspaceId: string): AsyncGenerator<Row[]> {
  for (let after: string = highestId; ; ) {
    const found = await replica.read((on) => rows(on, exportedStatement)(workspaceId, after, batchSize));
    yield found;
    const last = found.at(-1);
    if (last === undefined || found.length < batchSize) return;
    after = last.id;
  }
}

/** A line of JSON for each contact, in the form of the API. */
async function* ndjson(workspaceId: string): AsyncGenerator<string> {
  for await (const found of batches(workspaceId)) for (const { id: _, ...contact } of found) yield `${JSON.stringify(contact)}\n`;
}

type Attributes = Row["attributes"];
/** Texts are quoted, and so "5" is another value than 5 when the file is imported. */
const cell = (value: Attributes[string] | undefined): string | QuotedText => {
  if (typeof value === "string") return { text: value };
  return value === undefined ? "" : String(value);
};
const textOrNone = (value: string | null): string | QuotedText => (value === null ? "" : { text: value });

/**
 * A table with a column for each attribute that contacts were seen with. What has no column, because few contacts have it, is in the last
 * one as JSON: which attributes there are is known only after the last contact.
 */
async function* csv(workspaceId: string): AsyncGenerator<string> {
  const { items } = await attributeDisplay.seen(workspaceId);
  const keys = items.map(({ key }) => key);
  const known = new Set(keys);
  const names = keys.map((key) => `attributes.${key}`);
  yield byteOrderMark + csvLine(["userId", "name", "email", "phone", "createdAt", "updatedAt", "aliases", "tags", ...names, "attributes"]);
  for await (const found of batches(workspaceId)) {
    for (const { userId, name, email, phone, createdAt, updatedAt, aliases, tags, attributes } of found) {
      const others = Object.entries(attributes).filter(([key]) => !known.has(key));
      yield csvLine([
        ...[userId, textOrNone(name), email ?? "", phone ?? "", createdAt.toISOString(), updatedAt.toISOString()],
        ...[aliases, tags].map((list) => (list.length === 0 ? "" : JSON.stringify(list))),
        ...keys.map((key) => cell(attributes[key])),
        others.length === 0 ? "" : JSON.stringify(Object.fromEntries(others)),
      ]);
    }
  }
}

/** All contacts of a workspace as a file that is streamed while it is read, with an audit entry. */
export async function exportedAll({ id, slug }: { id: string; slug: string }, format: Format, by: Actor) {
  await audit.record(db(), id, by, { what: "contact.all_exported", subject: format.toUpperCase() });
  return {
    name: datedName("contacts", slug, format),
    type: format === "csv" ? csvType : "application/x-ndjson; charset=utf-8",
    parts: format === "csv" ? csv(id) : ndjson(id),
  };
}

import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { cache } from "react";
import { z } from "zod";
import { ImportView } from "@/components/desk/directory/import/import-view";
import * as imports from "@/lib/data/imports";
import { readImport } from "@/lib/data/imports/contract";
import { memberOf } from "@/lib/http/pages/page";
import { Id } from "@/lib/kernel/contract";
import { hasCode } from "@/lib/kernel/errors";

type Props = { params: Promise<{ workspace: string; importId: string }> };

function orNotFound(error: unknown): never {
  if (hasCode(error, "not_found")) notFound();
  throw error;
}

/** Cached: the title and the page share one read. */
const read = cache(async (slug: string, importId: string) => {
  const { workspace } = await memberOf(slug, "admin");
  if (!Id.safeParse(importId).success) notFound();
  return z.encode(readImport.output, await imports.get(workspace.id, importId).catch(orNotFound)).import;
});

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { workspace, importId } = await params;
  return { title: (await read(workspace, importId)).fileName };
}

export default async function ImportPage({ params }: Props) {
  const { workspace, importId } = await params;
  return <ImportView key={importId} workspace={workspace} initial={await read(workspace, importId)} />;
}

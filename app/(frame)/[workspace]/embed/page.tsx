import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { EmbedFrame } from "@/components/desk/helpdesks/embed-frame";
import * as helpdesks from "@/lib/desk/helpdesks";
import { FrameSubject } from "@/lib/desk/helpdesks/contract";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("embed");
  // The address may name a person.
  return { title: t("tab"), referrer: "no-referrer", robots: { index: false } };
}

type Query = Record<string, string | string[] | undefined>;
type EmbedProps = { params: Promise<{ workspace: string }>; searchParams: Promise<Query> };

/** A person whom the address names; a value that cannot be a userId or phone names nobody. */
const subjectIn = ({ userId, phone }: Query) => FrameSubject.safeParse({ userId, phone }).data ?? {};

/**
 * The page that other sites show in a frame. It holds nothing of anybody: what it shows it fetches with a token. Which sites may show
 * it is in its policy (`frame-ancestors`), and it stands outside of the workspace's layout, which needs the session's cookie.
 */
export default async function EmbedPage({ params, searchParams }: EmbedProps) {
  const { workspace } = await params;
  const query = await searchParams;
  const chatwoot = query["helpdesk"] === "chatwoot" ? { origin: await helpdesks.chatwootOriginOf(workspace) } : undefined;
  return <EmbedFrame workspace={workspace} asked={subjectIn(query)} {...(chatwoot && { chatwoot })} />;
}

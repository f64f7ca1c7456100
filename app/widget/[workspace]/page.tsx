import type { Metadata, Viewport } from "next";
import { notFound } from "next/navigation";
import { cache } from "react";
import { Widget } from "@/components/channels/website/widget";
import { textColourOn } from "@/lib/channels/shared/contrast";
import * as website from "@/lib/channels/website";
import { maxAttachments, maxUploadBytes } from "@/lib/chats/attachments/shared/limits";
import { maxMessageLength } from "@/lib/chats/shared/limits";
import { widgetLanguageOf, widgetTexts } from "@/lib/messages/widget";

type PageProps = { params: Promise<{ workspace: string }>; searchParams: Promise<Record<string, string | string[] | undefined>> };

/** Once for the page and its title. */
const findConfig = cache(async (workspace: string) => ((await website.find(workspace)) ? website.config(workspace) : notFound()));

export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
  const { workspaceName } = await findConfig((await params).workspace);
  return { title: { absolute: workspaceName }, robots: { index: false } };
}

/** Fields have a font of 16 px there, so nothing zooms by itself; people may. */
export const viewport: Viewport = { width: "device-width", initialScale: 1, interactiveWidget: "resizes-content" };

/** The chat for customers' pages, in the frame that the loader makes. */
export default async function WidgetPage({ params, searchParams }: PageProps) {
  const { workspace } = await params;
  const { lang } = await searchParams;
  const config = await findConfig(workspace);
  const language = config.language === "auto" ? widgetLanguageOf(String(lang ?? "")) : config.language;
  return (
    <Widget
      workspace={workspace}
      language={language}
      texts={widgetTexts[language]}
      config={config}
      textOnColour={textColourOn(config.colour)}
      limits={{ characters: maxMessageLength, files: maxAttachments, bytes: maxUploadBytes }}
    />
  );
}

import { createContext, use } from "react";
import { useTimeZone } from "@/components/time/use-time-zone";
import type { WidgetConfig } from "@/lib/channels/website/contract";
import { type Reader, readerOf } from "@/lib/kernel/dates";
import type { Locale } from "@/lib/kernel/locale";
import type { WidgetTexts } from "@/lib/messages/widget";

/** What the server tells the frame, for one workspace and one language. */
export type WidgetSettings = {
  workspace: string;
  language: Locale;
  texts: WidgetTexts;
  config: WidgetConfig;
  /** Black or white, whichever is easier to read on the workspace's colour. */
  textOnColour: string;
  limits: { characters: number; files: number; bytes: number };
};

export const SettingsContext = createContext<WidgetSettings | undefined>(undefined);

export function useSettings(): WidgetSettings {
  const settings = use(SettingsContext);
  if (!settings) throw new Error("useSettings needs a SettingsContext around it.");
  return settings;
}

/** Whoever reads the frame, whose times are written as the desk writes them. */
export const useReader = (): Reader => readerOf(useSettings().language, useTimeZone());

export const useTexts = (): WidgetTexts => useSettings().texts;

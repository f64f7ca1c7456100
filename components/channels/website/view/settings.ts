import { createContext, use } from "react";
import type { WidgetConfig } from "@/lib/channels/website/contract";
import type { WidgetTexts } from "@/lib/messages/widget";

/** What the server tells the frame, for one workspace and one language. */
export type WidgetSettings = {
  workspace: string;
  language: string;
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

export const useTexts = (): WidgetTexts => useSettings().texts;

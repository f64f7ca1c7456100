import type { WidgetTexts } from "@/lib/messages/widget";

/** How long a browser stores the loader with the settings: so long until a page shows a change. */
export const loaderMinutes = 5;

export type LauncherTexts = WidgetTexts["launcher"];

/** A workspace's public settings, which the server writes in front of the loader's script. */
export type LoaderConfig = {
  workspace: string;
  /** Where the frame is served; null: where the script came from. */
  origin: string | null;
  colour: string;
  /** Black or white, whichever is easier to read on the colour. */
  iconColour: string;
  position: "left" | "right";
  /** Pages that may show the chat; null for any. */
  allowedOrigins: string[] | null;
  /** One entry when the workspace chose a language, otherwise all. */
  texts: Record<string, LauncherTexts>;
};

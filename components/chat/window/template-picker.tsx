"use client";

import { loader, useLoaded } from "@/components/ui/use-loaded";
import type { TemplateWindowProps } from "./template-window";

const templateWindow = loader(() => import("./template-window").then(({ TemplateWindow }) => TemplateWindow));

/** Most chats are answered without a template, so its code is loaded when one is wanted. */
export function TemplatePicker(props: TemplateWindowProps) {
  const Window = useLoaded(templateWindow, props.open);
  return Window && <Window {...props} />;
}

"use client";

import { loader } from "@/components/ui/use-loaded";
import { useOpened } from "@/components/ui/use-opened";
import type { TemplateWindowProps } from "./template-window";

const templateWindow = loader(() => import("./template-window").then(({ TemplateWindow }) => TemplateWindow));

/** Most chats are answered without a template, so its code is loaded when one is wanted. */
export function TemplatePicker(props: TemplateWindowProps) {
  const Window = useOpened(templateWindow, props.open, () => props.onOpenChange(false));
  return Window && <Window {...props} />;
}

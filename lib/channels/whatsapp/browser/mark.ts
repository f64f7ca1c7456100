import { createLucideIcon } from "lucide-react";

/** A telephone in a bubble, in the strokes of the other icons. */
export const WhatsAppMark = createLucideIcon("WhatsAppMark", [
  ["path", { d: "M2.5 21.5 4 16a9.5 9.5 0 1 1 4 4Z", key: "bubble" }],
  ["path", { d: "M9.3 8.2v1.3a5.2 5.2 0 0 0 5.2 5.2h1.3", strokeWidth: "3", key: "telephone" }],
]);

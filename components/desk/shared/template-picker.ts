"use client";

import { createContext, use } from "react";

/** Opens the template picker of the conversation; null where templates cannot be sent. The conversation provides it. */
export const TemplatePickerContext = createContext<(() => void) | null>(null);

/** For whatever offers a template, such as a message that failed because the customer wrote too long ago. */
export const useTemplatePicker = (): (() => void) | null => use(TemplatePickerContext);

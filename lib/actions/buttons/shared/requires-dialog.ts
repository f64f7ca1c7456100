import type { ButtonOptions } from "./options";

/** Whether a press opens a dialog before it is sent. */
export const requiresDialog = ({ confirms, inputs }: Pick<ButtonOptions, "confirms" | "inputs">): boolean => confirms || inputs.length > 0;

// One script: they share most of what they need, and whoever opens a menu opens a dialog next.
export { ConfirmWindow } from "./confirm-window";
export { DialogWindow } from "./dialog-window";
export { MenuWindow } from "./menu-window";
export { PopoverWindow } from "./popover-window";

import { storedSwitch } from "@/lib/browser/stored-switch";

/** Whether closing or snoozing a chat opens the next one. */
export const goesOn = storedSwitch("beside.goesOn", false);

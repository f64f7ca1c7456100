import { storedSwitch } from "@/lib/browser/stored-switch";

/** Whether single keys run commands in this browser. */
const setting = storedSwitch("beside.keys", true);
export const areKeysEnabled = setting.read;
export const enableKeys = setting.set;
export const useKeysEnabled = setting.useValue;

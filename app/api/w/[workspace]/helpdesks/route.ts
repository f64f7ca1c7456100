import * as helpdesks from "@/lib/desk/helpdesks";
import { getHelpdesks, saveHelpdesks } from "@/lib/desk/helpdesks/contract";
import { endpoint } from "@/lib/http/endpoint";

export const GET = endpoint(getHelpdesks, ({ caller }) => helpdesks.readSettings(caller.workspace));
export const PUT = endpoint(saveHelpdesks, ({ caller, body }) => helpdesks.saveSettings(caller.workspace, caller.by, body));

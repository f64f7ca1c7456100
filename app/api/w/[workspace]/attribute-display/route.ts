import { endpoint } from "@/lib/http/endpoint";
import * as attributeDisplay from "@/lib/people/attribute-display";
import { getAttributeDisplay, saveAttributeDisplay } from "@/lib/people/attribute-display/contract";

export const GET = endpoint(getAttributeDisplay, ({ caller }) => attributeDisplay.read(caller.workspace.id));
export const PUT = endpoint(saveAttributeDisplay, ({ caller, body }) => attributeDisplay.save(caller.workspace.id, caller.by, body));

import * as attributeDisplay from "@/lib/domain/attribute-display";
import { getAttributeDisplay, saveAttributeDisplay } from "@/lib/domain/attribute-display/contract";
import { endpoint } from "@/lib/http/endpoint";

export const GET = endpoint(getAttributeDisplay, ({ caller }) => attributeDisplay.read(caller.workspace.id));
export const PUT = endpoint(saveAttributeDisplay, ({ caller, body }) => attributeDisplay.save(caller.workspace.id, caller.by, body));

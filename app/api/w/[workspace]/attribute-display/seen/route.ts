import { endpoint } from "@/lib/http/endpoint";
import * as attributeDisplay from "@/lib/people/attribute-display";
import { listSeenAttributes } from "@/lib/people/attribute-display/contract";

export const GET = endpoint(listSeenAttributes, ({ caller }) => attributeDisplay.seen(caller.workspace.id));

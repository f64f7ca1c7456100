import * as attributeDisplay from "@/lib/domain/attribute-display";
import { listSeenAttributes } from "@/lib/domain/attribute-display/contract";
import { endpoint } from "@/lib/http/endpoint";

export const GET = endpoint(listSeenAttributes, ({ caller }) => attributeDisplay.seen(caller.workspace.id));

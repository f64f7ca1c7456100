import { endIdentifyOverlap } from "@/lib/channels/website/contract";
import { endpoint } from "@/lib/http/endpoint";
import * as secrets from "@/lib/workspace/secrets";

export const POST = endpoint(endIdentifyOverlap, ({ caller, body }) =>
  secrets.endOverlap(caller.workspace.id, caller.by, body, "identify"),
);

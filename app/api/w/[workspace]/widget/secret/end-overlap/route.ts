import { endIdentifyOverlap } from "@/lib/domain/channels/website/contract";
import * as secrets from "@/lib/domain/secrets";
import { endpoint } from "@/lib/http/endpoint";

export const POST = endpoint(endIdentifyOverlap, ({ caller, body }) =>
  secrets.endOverlap(caller.workspace.id, caller.by, body, "identify"),
);

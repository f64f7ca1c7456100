import * as website from "@/lib/channels/website";
import { getWebsite, saveWebsite } from "@/lib/channels/website/contract";
import { endpoint } from "@/lib/http/endpoint";
import { ownOrigin } from "@/lib/http/own-origin";

export const GET = endpoint(getWebsite, ({ caller, request }) => website.view(caller.workspace, ownOrigin(request)));

export const PUT = endpoint(saveWebsite, ({ caller, body, request }) =>
  website.save(caller.workspace, body, { by: caller.by, host: ownOrigin(request) }),
);

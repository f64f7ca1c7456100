import * as website from "@/lib/channels/website";
import { getWebsite, saveWebsite } from "@/lib/channels/website/contract";
import { ownOrigin } from "@/lib/http/auth/own-origin";
import { endpoint } from "@/lib/http/endpoint";

export const GET = endpoint(getWebsite, ({ caller, request }) => website.view(caller.workspace, ownOrigin(request)));

export const PUT = endpoint(saveWebsite, ({ caller, body, request }) =>
  website.save(caller.workspace, body, { by: caller.by, host: ownOrigin(request) }),
);

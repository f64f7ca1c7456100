import * as website from "@/lib/channels/website";
import { getWidgetConfig } from "@/lib/channels/website/contract";
import { endpoint } from "@/lib/http/endpoint";

export const GET = endpoint(getWidgetConfig, ({ params, headers }) => {
  headers["cache-control"] = "public, max-age=60";
  return website.config(params.workspace);
});

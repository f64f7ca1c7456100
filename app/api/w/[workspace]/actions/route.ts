import { getActionSettings } from "@/lib/actions/receivers/contract";
import { settings } from "@/lib/actions/receivers/settings";
import { endpoint } from "@/lib/http/endpoint";

export const GET = endpoint(getActionSettings, ({ caller }) => settings(caller.workspace.id));

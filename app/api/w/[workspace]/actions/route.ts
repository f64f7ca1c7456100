import { getActionSettings } from "@/lib/domain/receivers/contract";
import { settings } from "@/lib/domain/receivers/settings";
import { endpoint } from "@/lib/http/endpoint";

export const GET = endpoint(getActionSettings, ({ caller }) => settings(caller.workspace.id));

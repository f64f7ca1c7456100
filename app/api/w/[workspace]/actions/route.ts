import * as actions from "@/lib/domain/buttons";
import { getActionSettings } from "@/lib/domain/buttons/contract";
import { endpoint } from "@/lib/http/endpoint";

export const GET = endpoint(getActionSettings, ({ caller }) => actions.settings(caller.workspace.id));

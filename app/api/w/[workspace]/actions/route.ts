import * as actions from "@/lib/actions";
import { getActionSettings } from "@/lib/actions/contract";
import { endpoint } from "@/lib/api/endpoint";

export const GET = endpoint(getActionSettings, ({ caller }) => actions.settings(caller.workspace.id));

import { playMessage, watchChat } from "@/lib/channels/contract";
import * as simulator from "@/lib/channels/simulator";
import { endpoint } from "@/lib/http/endpoint";

export const POST = endpoint(playMessage, ({ params, body }) => simulator.play(params.workspace, body));
export const GET = endpoint(watchChat, ({ params, query }) => simulator.watch(params.workspace, query));

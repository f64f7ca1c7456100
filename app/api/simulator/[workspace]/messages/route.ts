import { playMessage, watchChat } from "@/lib/domain/channels/contract";
import * as simulator from "@/lib/domain/channels/simulator";
import { endpoint } from "@/lib/http/endpoint";

export const POST = endpoint(playMessage, ({ params, body }) => simulator.play(params.workspace, body));
export const GET = endpoint(watchChat, ({ params, query }) => simulator.watch(params.workspace, query));

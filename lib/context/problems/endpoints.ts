import type { EndpointOf } from "@/lib/kernel/contract";
import type * as contracts from "./contract";

export const setHandled: EndpointOf<typeof contracts.setHandled> = {
  method: "POST",
  path: "/api/w/{workspace}/chats/{chatId}/problems/{problemId}/handled",
};

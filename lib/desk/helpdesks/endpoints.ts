import type { EndpointOf } from "@/lib/kernel/contract";
import type * as contracts from "./contract";

export const getFramePanel: EndpointOf<typeof contracts.getFramePanel> = { method: "GET", path: "/api/embed/{workspace}/panel" };
export const listFrameEvents: EndpointOf<typeof contracts.listFrameEvents> = { method: "GET", path: "/api/embed/{workspace}/events" };
export const pressFrameButton: EndpointOf<typeof contracts.pressFrameButton> = { method: "POST", path: "/api/embed/{workspace}/actions" };
export const createEmbedCode: EndpointOf<typeof contracts.createEmbedCode> = { method: "POST", path: "/api/w/{workspace}/embed-codes" };
export const redeemEmbedCode: EndpointOf<typeof contracts.redeemEmbedCode> = { method: "POST", path: "/api/embed/{workspace}/sign-in" };
export const renewBearer: EndpointOf<typeof contracts.renewBearer> = { method: "POST", path: "/api/embed/{workspace}/renew" };
export const getHelpdesks: EndpointOf<typeof contracts.getHelpdesks> = { method: "GET", path: "/api/w/{workspace}/helpdesks" };
export const saveHelpdesks: EndpointOf<typeof contracts.saveHelpdesks> = { method: "PUT", path: "/api/w/{workspace}/helpdesks" };
export const handleFrameProblem: EndpointOf<typeof contracts.handleFrameProblem> = {
  method: "POST",
  path: "/api/embed/{workspace}/problems/{problemId}/handled",
};

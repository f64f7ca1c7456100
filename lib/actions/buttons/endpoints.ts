import type { EndpointOf } from "@/lib/kernel/contract";
import type * as contracts from "./contract";

export const addButton: EndpointOf<typeof contracts.addButton> = { method: "POST", path: "/api/w/{workspace}/actions/buttons" };
export const changeButton: EndpointOf<typeof contracts.changeButton> = {
  method: "PATCH",
  path: "/api/w/{workspace}/actions/buttons/{buttonId}",
};
export const listProblemNames: EndpointOf<typeof contracts.listProblemNames> = {
  method: "GET",
  path: "/api/w/{workspace}/actions/problem-names",
};
export const removeButton: EndpointOf<typeof contracts.removeButton> = {
  method: "DELETE",
  path: "/api/w/{workspace}/actions/buttons/{buttonId}",
};
export const orderButtons: EndpointOf<typeof contracts.orderButtons> = { method: "PUT", path: "/api/w/{workspace}/actions/order" };

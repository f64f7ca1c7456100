import { z } from "zod";
import { contract, InWorkspace } from "@/lib/kernel/contract";

export const followWorkspace = contract({
  method: "GET",
  path: "/api/w/{workspace}/stream",
  summary: "What changes in the workspace, as it happens, as server-sent events",
  access: "session",
  isStream: true,
  params: InWorkspace,
  status: 200,
  output: z.string(),
});

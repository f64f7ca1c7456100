import { z } from "zod";
import { contract, InWorkspace, Name, Plan } from "@/lib/kernel/contract";
import { AccountEmail, Password, PersonName } from "@/lib/workspace/accounts/contract";

export const getPlan = contract({
  method: "GET",
  path: "/api/w/{workspace}/plan",
  summary: "The workspace's plan",
  access: "session",
  role: "admin",
  params: InWorkspace,
  status: 200,
  output: z.object({ plan: Plan }),
});

export const choosePlan = contract({
  method: "PUT",
  path: "/api/w/{workspace}/plan",
  summary: "Choose the plan; the context API needs Pro or above",
  access: "session",
  role: "owner",
  params: InWorkspace,
  body: z.object({ plan: Plan }),
  status: 200,
  output: z.object({ plan: Plan }),
});

export const setUp = contract({
  method: "POST",
  path: "/api/setup",
  summary: "The first visitor makes the workspace and becomes its owner",
  access: "public",
  body: z.object({
    workspace: Name(60),
    name: PersonName,
    email: AccountEmail,
    password: Password,
  }),
  status: 201,
  output: z.object({ slug: z.string() }),
  errors: ["conflict"],
});

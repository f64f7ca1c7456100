import { z } from "zod";
import { Email, Password, PersonName } from "@/lib/domain/members/contract";
import { contract, mustBe, Name } from "@/lib/kernel/contract";

export const Plan = z.enum(["free", "pro", "business"], { error: mustBe('"free", "pro" or "business"') });
export type Plan = z.output<typeof Plan>;

const workspace = z.object({ workspace: z.string() });

export const getPlan = contract({
  method: "GET",
  path: "/api/w/{workspace}/plan",
  summary: "The workspace's plan",
  access: "session",
  role: "admin",
  params: workspace,
  status: 200,
  output: z.object({ plan: Plan }),
});

export const choosePlan = contract({
  method: "PUT",
  path: "/api/w/{workspace}/plan",
  summary: "Choose the plan; the context API needs Pro or above",
  access: "session",
  role: "owner",
  params: workspace,
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
    email: Email,
    password: Password,
  }),
  status: 201,
  output: z.object({ slug: z.string() }),
  errors: ["conflict"],
});

import { z } from "zod";
import { contract } from "@/lib/kernel/contract";

export const getHealth = contract({
  method: "GET",
  path: "/api/health",
  summary: "Whether the process runs, and its version",
  access: "public",
  status: 200,
  output: z.object({ alive: z.literal(true), version: z.string() }),
});

export const getReady = contract({
  method: "GET",
  path: "/api/ready",
  summary: "Whether calls may be sent here: the database answers, its migrations are applied, and nobody is stopping this instance",
  access: "public",
  status: 200,
  output: z.object({ ready: z.literal(true) }),
  errors: ["unavailable"],
});

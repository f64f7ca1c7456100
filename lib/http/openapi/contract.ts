import { z } from "zod";
import { contract } from "@/lib/kernel/contract";

export const getDescription = contract({
  method: "GET",
  path: "/api/v1/openapi.json",
  summary: "This description",
  access: "public",
  perMinute: 300,
  status: 200,
  output: z.record(z.string(), z.unknown()),
});

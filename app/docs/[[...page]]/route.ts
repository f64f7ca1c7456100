import { reference } from "@/lib/http/reference/reply";

export const GET = reference;

import { stream } from "@/lib/api/stream";

export const GET = stream;

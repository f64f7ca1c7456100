import { stream } from "@/lib/http/stream";

export const GET = stream;

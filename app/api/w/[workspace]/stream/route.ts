import { stream } from "@/lib/http/streams/stream";

export const GET = stream;

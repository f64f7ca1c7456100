import { visitorStream } from "@/lib/http/visitor-stream";

export const GET = visitorStream;

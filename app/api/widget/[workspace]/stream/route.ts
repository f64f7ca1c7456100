import { visitorStream } from "@/lib/http/streams/visitor-stream";

export const GET = visitorStream;

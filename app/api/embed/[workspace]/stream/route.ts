import { frameStream } from "@/lib/http/streams/frame-stream";

export const GET = frameStream;

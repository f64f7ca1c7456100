import { frameStream } from "@/lib/http/frame-stream";

export const GET = frameStream;

import { handle, v1 } from "@/lib/http/v1";

export const GET = v1.getContact;
export const PUT = v1.putContact;
export const DELETE = v1.deleteContact;

const other = (request: Request) => handle(request);

export { other as OPTIONS, other as PATCH, other as POST };

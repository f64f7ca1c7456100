import NextAuth from "next-auth";
import { authOptions } from "./auth";

type Context = { params: Promise<{ nextauth: string[] }> };

/** next-auth's own routes. Cookies are for https alone wherever the browser came by https. */
export async function signIn(request: Request, context: Context): Promise<Response> {
  const forwarded = request.headers.get("x-forwarded-proto")?.split(",")[0]?.trim();
  const secure = (forwarded ?? new URL(request.url).protocol.replace(":", "")) === "https";
  return NextAuth(authOptions(secure))(request, context) as Promise<Response>;
}

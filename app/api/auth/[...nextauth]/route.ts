import { signIn } from "@/lib/http/auth/sign-in";

export { signIn as GET, signIn as POST };

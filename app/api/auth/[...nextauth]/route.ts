import { signIn } from "@/lib/http/sign-in";

export { signIn as GET, signIn as POST };

import { signIn } from "@/lib/api/sign-in";

export { signIn as GET, signIn as POST };

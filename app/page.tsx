import { redirect } from "next/navigation";
import { firstStop } from "@/lib/http/page";

export default async function Home(): Promise<never> {
  redirect(await firstStop());
}

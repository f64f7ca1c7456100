import { redirect } from "next/navigation";
import { startPath } from "@/lib/http/pages/page";

export default async function Home(): Promise<never> {
  redirect(await startPath());
}

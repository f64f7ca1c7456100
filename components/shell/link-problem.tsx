import Link from "next/link";
import { Alert } from "@/components/ui/alert";
import { Entrance } from "./entrance";

/** A link that leads nowhere: says why, and where else to go. */
export function LinkProblem({ title, children }: { title: string; children: string }) {
  return (
    <Entrance title={title}>
      <Alert>{children}</Alert>
      <p className="mt-6">
        <Link href="/sign-in" className="font-medium text-accent underline underline-offset-2">
          Go to the sign-in
        </Link>
      </p>
    </Entrance>
  );
}

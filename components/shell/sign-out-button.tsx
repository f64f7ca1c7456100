"use client";

import { useMutation } from "@tanstack/react-query";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { leave } from "@/lib/browser/leave";

export function SignOutButton() {
  const signOut = useMutation({ mutationFn: () => leave() });
  return (
    <div className="grid gap-3">
      {signOut.error && <Alert>Beside cannot be reached, so you are still signed in. Try again.</Alert>}
      <Button busy={signOut.isPending} onClick={() => signOut.mutate()}>
        Sign out
      </Button>
    </div>
  );
}

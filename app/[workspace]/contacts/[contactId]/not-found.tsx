"use client";

import { useParams } from "next/navigation";
import { GoneContact } from "@/components/desk/directory/person/gone-contact";

export default function NoSuchContact() {
  const { workspace = "" } = useParams<{ workspace?: string }>();
  return <GoneContact workspace={workspace} />;
}

"use client";
import { type ReactNode, useState } from "react";

/**
 * Shows the form for a link that works. It stays once it is there: setting up uses the link, and the answer, which holds
 * the first key, must not be swept away by the page being told so.
 */
export function SetupGate({ isOpen, form, closed }: { isOpen: boolean; form: ReactNode; closed: ReactNode }) {
  const [wasOpen] = useState(isOpen);
  return wasOpen ? form : closed;
}

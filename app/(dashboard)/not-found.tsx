import type { Metadata } from "next";
import { NotFoundState } from "#components/ui/feedback/not-found-state.tsx";

export const metadata: Metadata = { title: "Page not found" };

/** Keeps the navigation around the message. */
export default function DashboardNotFound() {
  return (
    <div className="grid min-h-[70dvh]">
      <NotFoundState />
    </div>
  );
}

import type { Metadata } from "next";
import { Logo } from "#components/shell/logo.tsx";
import { NotFoundState } from "#components/ui/feedback/not-found-state.tsx";

export const metadata: Metadata = { title: "Page not found" };

export default function NotFound() {
  return (
    <main className="flex min-h-dvh flex-col px-7 py-6 max-sm:px-4">
      <Logo />
      <NotFoundState />
    </main>
  );
}

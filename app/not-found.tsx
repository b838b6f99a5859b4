import type { Metadata } from "next";
import { Logo } from "#components/shell/logo.tsx";
import { ButtonLink } from "#components/ui/controls/button-link.tsx";
import { EmptyState } from "#components/ui/feedback/empty-state.tsx";

export const metadata: Metadata = { title: "Page not found" };

export default function NotFound() {
  return (
    <main className="flex min-h-dvh flex-col px-7 py-6 max-sm:px-4">
      <Logo />
      <EmptyState
        className="my-auto"
        level={1}
        title="Page not found"
        actions={
          <ButtonLink href="/" variant="filled">
            Go home
          </ButtonLink>
        }
      >
        It may have been deleted, or you may not have access.
      </EmptyState>
    </main>
  );
}

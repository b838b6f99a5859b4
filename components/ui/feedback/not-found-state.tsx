import { ButtonLink } from "#components/ui/controls/button-link.tsx";
import { EmptyState } from "./empty-state.tsx";

/** Replaces a page that doesn't exist or that the reader may not see. */
export function NotFoundState() {
  return (
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
  );
}

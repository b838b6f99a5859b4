import { showToast } from "#components/ui/feedback/toast.tsx";
import { switchOrganization } from "#lib/actions/auth/sessions.ts";
import { toReadFailure } from "#lib/queries/read-resource.ts";

/**
 * Goes on as another member of the same person. The page is loaded anew: nothing that was read for one organization stays
 * in the memory of the other.
 */
export async function switchMembership(memberId: string): Promise<void> {
  const answer = await switchOrganization(memberId).catch((error: unknown) => ({ error: toReadFailure(error) }));
  if (answer.error) showToast({ tone: "failed", message: answer.error.message });
  else {
    await import("#lib/queries/offline-composer.ts")
      .then(({ clearOfflineComposer: forgetOffline }) => forgetOffline())
      .catch(() => undefined);
    reloadFromHome();
  }
}

/** Begins at the first page with nothing remembered: what could be undone was of another member. */
export function reloadFromHome(): void {
  try {
    sessionStorage.clear();
  } catch {
    // A browser that keeps nothing has nothing to clear.
  }
  location.assign("/");
}

import { showToast } from "#components/ui/feedback/toast.tsx";
import { switchOrganization } from "#lib/actions/auth/switch-organization.ts";
import { toReadFailure } from "#lib/queries/read-resource.ts";
import { clearSessionAndOpenHome } from "./active-member-guard.tsx";

/**
 * Switches to another membership of the same person with a full page load: no data of one organization stays in memory
 * for the other.
 */
export async function switchMembership(memberId: string): Promise<void> {
  const answer = await switchOrganization(memberId).catch((error: unknown) => ({ error: toReadFailure(error) }));
  if (answer.error) showToast({ tone: "failed", message: answer.error.message });
  else {
    await import("#lib/queries/offline-composer-cache.ts")
      .then(({ clearOfflineComposer }) => clearOfflineComposer())
      .catch(() => undefined);
    clearSessionAndOpenHome();
  }
}

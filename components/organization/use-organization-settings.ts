"use client";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { showToast } from "#components/ui/feedback/toast.tsx";
import { updateOrganization } from "#lib/actions/organization.ts";
import type { Failure } from "#lib/contract/errors.ts";
import type { Organization, OrganizationChange } from "#lib/contract/types.ts";
import { withConfirmation } from "#lib/queries/identity-confirmation.ts";
import { toReadFailure } from "#lib/queries/read-resource.ts";

/**
 * Saves the changed settings and shows a toast with the text `words`, whose undo restores the previous values. Resolves
 * with true once saved.
 */
export type SaveOrganization = (change: OrganizationChange, words: string) => Promise<boolean>;

/** Holds the last saved organization and the failure of the last save. */
export function useOrganizationSettings(first: Organization) {
  const router = useRouter();
  const [organization, setOrganization] = useState(first);
  const [failure, setFailure] = useState<Failure | null>(null);

  async function send(change: OrganizationChange): Promise<boolean> {
    const answer = await withConfirmation(() => updateOrganization(change)).catch((error: unknown) => ({
      ok: undefined,
      error: toReadFailure(error),
    }));
    setFailure(answer.error ?? null);
    if (!answer.ok) return false;
    setOrganization(answer.ok);
    router.refresh();
    return true;
  }

  const save: SaveOrganization = async (change, words) => {
    const before = pickFormerValues(organization, change);
    if (!(await send(change))) return false;
    showToast({ message: `Saved: ${words}`, undo: () => void send(before) });
    return true;
  };

  return { organization, failure, save };
}

function pickFormerValues(now: Organization, { name, settings }: OrganizationChange): OrganizationChange {
  const named = Object.keys(settings ?? {}) as (keyof Organization["settings"])[];
  return {
    ...(name !== undefined && { name: now.name }),
    ...(settings && { settings: Object.fromEntries(named.map((field) => [field, now.settings[field]])) }),
  };
}

import type { EmbeddedService } from "#lib/embedded-service.ts";
import type { AccountDeps } from "#lib/service/auth/account-deps.ts";
import { openAccountSession } from "#lib/service/auth/sessions/open-session.ts";
import { inTransaction } from "#lib/service/db/transaction.ts";
import type { InstallationSetup } from "#lib/service/members/installation-setup.ts";

/**
 * Sets up the installation with the one-time link and signs in the first owner's account. The holder of the link is the
 * owner, so they may choose how to sign in from then on.
 */
export function createFirstOwnerSetup(
  { pool, clock }: Pick<AccountDeps, "pool" | "clock">,
  setup: InstallationSetup,
): EmbeddedService["setup"] {
  return async (input, { device, address }) => {
    const created = await setup.setup(input);
    if ("error" in created) return created;
    const { key, memberId, accountId } = created.ok;
    const event = { type: "organization.create", method: "setup", name: input.organization } as const;
    const session = await inTransaction(pool, (tx) =>
      openAccountSession(
        tx,
        // The link is proof enough: nothing stronger exists at this moment.
        {
          accountId,
          memberId,
          way: "setup",
          device,
          proof: { provedAt: clock.now(), twoFactor: false },
          event,
          address,
        },
        clock,
      ),
    );
    return { ok: { key, session } };
  };
}

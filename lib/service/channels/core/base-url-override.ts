import type { Capability, PlatformAccount } from "./connector.ts";
import type { Platform } from "./platform.ts";

/**
 * Returns the platform with `base` as the server of every account, instead of the server that was stored when the
 * account was connected. An operator can thus change the base address without anybody reconnecting.
 */
export function overrideBaseUrl(platform: Platform, base: string): Platform {
  const there = (account: PlatformAccount): PlatformAccount => ({ ...account, host: base });
  const { connector } = platform;
  const { imageForm, prepare, findPart, remove } = connector;
  return {
    ...platform,
    base,
    authorize: (request, secret, account, signing) => platform.authorize(request, secret, there(account), signing),
    refresh: able(
      platform.refresh,
      (run) => (secret, at, net) => run(secret, { ...at, account: there(at.account) }, net),
    ),
    revoke: able(
      platform.revoke,
      (run) => (secret, at, net) => run(secret, { ...at, account: there(at.account) }, net),
    ),
    profile: (account, io) => platform.profile(there(account), io),
    connector: {
      ...connector,
      imageForm: imageForm && ((account) => imageForm(there(account))),
      plan: (part, account) => connector.plan(part, there(account)),
      prepare: able(prepare, (run) => (part, account, io) => run(part, there(account), io)),
      publishPart: (part, account, io) => connector.publishPart(part, there(account), io),
      findPart: able(findPart, (run) => (part, account, io) => run(part, there(account), io)),
      remove: able(remove, (run) => (remoteId, account, io) => run(remoteId, there(account), io)),
    },
  };
}

function able<F>(method: Capability<F>, wrap: (run: F) => F): Capability<F> {
  return method.can ? { ...method, run: wrap(method.run) } : method;
}

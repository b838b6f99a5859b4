import "server-only";
import { headers } from "next/headers";
import { type AddressThrottle, createAddressThrottle } from "#lib/address-throttle.ts";

/** Failed sign-ins per address. A person mistypes a few times; more is an attack. */
const attempts = { points: 10, duration: 5 * 60 };
/** Stored on globalThis: Next may load this module more than once, and each copy would count separately. */
const name = Symbol.for("postwright.sign-in-throttle");
const holder = globalThis as { [name]?: AddressThrottle };

function getLimiter(): AddressThrottle {
  holder[name] ??= createAddressThrottle(attempts);
  return holder[name];
}

/** Returns the address that only the server sets on every request; clients can't send the header. */
async function getCallerAddress(): Promise<string> {
  return (await headers()).get("x-postwright-address") ?? "unknown";
}

/** Returns the seconds until this address may try to sign in again; null while it may. */
export async function getSignInWaitSeconds(): Promise<number | null> {
  return getLimiter().getWait(await getCallerAddress());
}

/** Counts one failed attempt of this address. */
export async function countFailedSignIn(): Promise<void> {
  await getLimiter().spend(await getCallerAddress());
}

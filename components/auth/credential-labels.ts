import { formatRelativeDate } from "#lib/time/format.ts";

/** A credential as the reset form receives it; times are in the API's format. */
export type AccountCredential = {
  id: string;
  type: "passkey" | "provider" | "key" | "app" | "feed" | "browser";
  name: string | null;
  organization: string | null;
  address: string | null;
  createdAt: string;
  lastUsedAt: string | null;
};

const typeLabels: Record<AccountCredential["type"], string> = {
  passkey: "Passkey",
  provider: "Single sign-on",
  key: "API key",
  app: "Connected app",
  feed: "Calendar feed",
  browser: "Browser notifications",
};

/** Returns a credential's title, and when and from where it was added. */
export function describeCredential(
  credential: AccountCredential,
  { now, zone }: { now: Date; zone: string },
): { id: string; title: string; facts: string } {
  const { id, type, name, organization, address, createdAt, lastUsedAt } = credential;
  const added = `added ${formatRelativeDate(new Date(createdAt), now, zone)}${address === null ? "" : ` from ${address}`}`;
  const used = lastUsedAt === null ? null : `last used ${formatRelativeDate(new Date(lastUsedAt), now, zone)}`;
  return {
    id,
    title: name === null ? typeLabels[type] : `${typeLabels[type]}: ${name}`,
    facts: [organization, added, used].filter((fact) => fact !== null).join(" · "),
  };
}

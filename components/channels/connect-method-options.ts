import type { Failure } from "#lib/contract/errors.ts";
import type { ChannelDetail, ConnectionField, ConnectionMethod } from "#lib/contract/types.ts";
import type { ConnectAccountFields } from "./use-connect-account.ts";

/** One connection method of a platform in the dialog's form. */
export type ConnectMethodOption = {
  type: "sign_in" | "page" | "form";
  label: string;
  needs: readonly string[];
  /** Fields to fill in, without those that a reconnected channel already answers. */
  fields: readonly ConnectionField[];
  /** True when the account's owner grants access on another site. */
  leadsAway: boolean;
};

/** Returns a platform's connection methods, the better one first; leaves out a sign-in that is not set up. */
export function getConnectMethodOptions(
  method: ConnectionMethod,
  channel: ChannelDetail | null,
): readonly [ConnectMethodOption, ...ConnectMethodOption[]] {
  const { by, name, needs, sign_in } = method;
  const label = sign_in?.instead ?? name;
  const usual: ConnectMethodOption =
    by === "form"
      ? { type: "form", label, needs, fields: method.fields, leadsAway: false }
      : { type: "page", label, needs, fields: method.host && !channel ? [method.host] : [], leadsAway: true };
  if (!sign_in?.is_set_up) return [usual];
  const better: ConnectMethodOption = {
    type: "sign_in",
    label: `Sign in at ${name}`,
    needs: sign_in.needs,
    leadsAway: true,
    fields: channel ? [] : [sign_in.field],
  };
  return [better, usual];
}

/** Picks the typed values that the connection method sends. */
export function toConnectFields(
  { type, fields }: ConnectMethodOption,
  values: ReadonlyMap<string, string>,
  channel: ChannelDetail | null,
): Pick<ConnectAccountFields, "account" | "host" | "values"> {
  const [first] = fields;
  const typed = first ? (values.get(first.name) ?? "") : "";
  if (type === "sign_in") return { account: channel ? channel.username : typed };
  if (type === "page") return first ? { host: typed } : {};
  return { values: Object.fromEntries(fields.map(({ name }) => [name, values.get(name) ?? ""])) };
}

/**
 * Validates that a sign-in has its first field, without which it can't start. The platform itself validates a form's
 * values.
 */
export function validateConnectFields(
  { type, fields: [first] }: ConnectMethodOption,
  values: ReadonlyMap<string, string>,
): Failure | null {
  if (type === "form" || !first || (values.get(first.name) ?? "").trim() !== "") return null;
  const message = `Enter the ${first.label.toLowerCase()}.`;
  return { code: "invalid_request", message, status: null, field: first.name };
}

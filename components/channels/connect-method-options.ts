import type { Failure } from "#lib/contract/errors.ts";
import type { ChannelDetail, ConnectionField, ConnectionMethod } from "#lib/contract/types.ts";
import type { ConnectAccountFields } from "./use-connect-account.ts";

/** One way into a platform, as the dialog shows it. */
export type ConnectMethodOption = {
  is: "sign_in" | "page" | "form";
  label: string;
  needs: readonly string[];
  /** What is asked here; nothing of what is known of a channel that is connected again. */
  fields: readonly ConnectionField[];
  /** Whether its owner says yes on a page elsewhere. */
  leadsAway: boolean;
};

/** The better way first; one that can't be gone here is left out. */
export function getConnectMethodOptions(
  way: ConnectionMethod,
  channel: ChannelDetail | null,
): readonly [ConnectMethodOption, ...ConnectMethodOption[]] {
  const { by, name, needs, sign_in } = way;
  const label = sign_in?.instead ?? name;
  const usual: ConnectMethodOption =
    by === "form"
      ? { is: "form", label, needs, fields: way.fields, leadsAway: false }
      : { is: "page", label, needs, fields: way.host && !channel ? [way.host] : [], leadsAway: true };
  if (!sign_in?.is_set_up) return [usual];
  const better: ConnectMethodOption = {
    ...{ is: "sign_in", label: `Sign in at ${name}`, needs: sign_in.needs, leadsAway: true },
    fields: channel ? [] : [sign_in.field],
  };
  return [better, usual];
}

/** What is sent of what was filled in. */
export function toConnectFields(
  { is, fields }: ConnectMethodOption,
  values: ReadonlyMap<string, string>,
  channel: ChannelDetail | null,
): Pick<ConnectAccountFields, "account" | "host" | "values"> {
  const [first] = fields;
  const typed = first ? (values.get(first.name) ?? "") : "";
  if (is === "sign_in") return { account: channel ? channel.username : typed };
  if (is === "page") return first ? { host: typed } : {};
  return { values: Object.fromEntries(fields.map(({ name }) => [name, values.get(name) ?? ""])) };
}

/** Where nobody has yet been asked who it is: nothing can be begun without. A form is judged by its platform. */
export function validateConnectFields(
  { is, fields: [first] }: ConnectMethodOption,
  values: ReadonlyMap<string, string>,
): Failure | null {
  if (is === "form" || !first || (values.get(first.name) ?? "").trim() !== "") return null;
  const message = `Enter the ${first.label.toLowerCase()}.`;
  return { code: "invalid_request", message, status: null, field: first.name };
}

import { formatPlatformName } from "#lib/contract/platforms/platform-names.ts";
import type { AuditEventType } from "#lib/contract/resources/audit-event-types.ts";
import type { AuditLogEvent } from "#lib/contract/types.ts";

const typeLabels: Record<AuditEventType, string> = {
  "session.sign_in": "Sign in",
  "session.sign_out": "Sign out",
  "session.end": "End session",
  "session.switch": "Switch organization",
  "session.confirm": "Confirm identity",
  "account.claim": "Claim account",
  "password.set": "Set password",
  "password.request_reset": "Request password reset",
  "password.create_reset_link": "Create reset link",
  "password.reset": "Reset password",
  "passkey.add": "Add passkey",
  "passkey.remove": "Remove passkey",
  "passkey.restore": "Restore passkey",
  "provider.connect": "Connect single sign-on",
  "provider.disconnect": "Disconnect single sign-on",
  "second_factor.enable": "Turn on two-step verification",
  "second_factor.disable": "Turn off two-step verification",
  "recovery_codes.create": "Create recovery codes",
  "key.create": "Create API key",
  "key.update": "Rename API key",
  "key.rotate": "Rotate API key",
  "key.revoke": "Revoke API key",
  "key.use": "Use API key",
  "invitation.create": "Create invitation",
  "invitation.revoke": "Revoke invitation",
  "member.join": "Join",
  "member.change_role": "Change role",
  "member.deactivate": "Deactivate member",
  "member.reactivate": "Reactivate member",
  "member.leave": "Leave",
  "organization.create": "Create organization",
  "organization.update": "Change organization",
  "channel.connect": "Connect channel",
  "channel.disconnect": "Disconnect channel",
  "channel.update": "Change channel",
  "channel.test": "Test channel",
  "sending.pause": "Pause sending",
  "sending.resume": "Resume sending",
  "app_credentials.set": "Set app credentials",
  "app_credentials.remove": "Remove app credentials",
  "webhook.create": "Create webhook",
  "webhook.update": "Change webhook",
  "webhook.delete": "Delete webhook",
  "webhook.rotate_secret": "Rotate webhook secret",
  "posts.export": "Export posts",
  "ledger.export": "Export points log",
  "audit_log.export": "Export audit log",
  "calendar_feed.create": "Create calendar feed",
  "calendar_feed.remove": "Remove calendar feed",
};

/** Returns a type's label; an unknown type keeps the service's name. */
export const getAuditTypeLabel = (type: string): string => (typeLabels as Record<string, string>)[type] ?? type;

const methodLabels: Record<string, string> = {
  password: "with a password",
  passkey: "with a passkey",
  provider: "with single sign-on",
  second_factor: "with two-step verification",
  recovery_code: "with a recovery code",
  key: "with an API key",
  invitation: "with an invitation",
  setup: "with the setup link",
};

/** Formats an event's other data as a short text: the role before and after, the method, the reason of a refusal. */
export function formatAuditDetails({ detail }: AuditLogEvent): string {
  const { from, to, method, reason, platform, role, ...others } = detail;
  const parts = [
    typeof method === "string" ? (methodLabels[method] ?? method) : "",
    typeof from === "string" && typeof to === "string" ? `${from} → ${to}` : "",
    typeof reason === "string" ? reason.replaceAll("_", " ") : "",
    typeof platform === "string" ? formatPlatformName(platform) : "",
    typeof role === "string" ? `as ${role}` : "",
    ...Object.entries(others).map(([name, value]) => formatDetailEntry(name.replaceAll("_", " "), value)),
  ];
  return parts.filter(Boolean).join(" · ");
}

function formatDetailEntry(name: string, value: AuditLogEvent["detail"][string] | undefined): string {
  if (value === undefined || value === null || value === false) return value === false ? `not ${name}` : "";
  if (value === true) return name;
  if (!Array.isArray(value)) return `${name}: ${value === "everybody" ? "everyone" : value}`;
  if (value.length === 0) return "";
  // Ids tell a person nothing; their number does.
  const isIds = value.every((one) => /^[0-9a-f-]{36}$/i.test(one));
  return `${name}: ${isIds ? value.length : value.map((one) => one.replaceAll("_", " ")).join(", ")}`;
}

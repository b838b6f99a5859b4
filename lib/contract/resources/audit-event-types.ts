/**
 * Types of events about a person's own credentials. They appear in each organization where the person is an active
 * member.
 */
export const accountAuditTypes = [
  "account.claim",
  "password.set",
  "password.request_reset",
  "password.create_reset_link",
  "password.reset",
  "passkey.add",
  "passkey.remove",
  "passkey.restore",
  "provider.connect",
  "provider.disconnect",
  "second_factor.enable",
  "second_factor.disable",
  "recovery_codes.create",
] as const;

/** Every type of event in the audit log, as `object.action`. A refused action has the same type and another outcome. */
export const auditEventTypes = [
  "session.sign_in",
  "session.sign_out",
  "session.end",
  "session.switch",
  "session.confirm",
  ...accountAuditTypes,
  "key.create",
  "key.update",
  "key.rotate",
  "key.revoke",
  "key.use",
  "invitation.create",
  "invitation.revoke",
  "member.join",
  "member.change_role",
  "member.deactivate",
  "member.reactivate",
  "member.leave",
  "organization.create",
  "organization.update",
  "channel.connect",
  "channel.disconnect",
  "channel.update",
  "channel.test",
  "sending.pause",
  "sending.resume",
  "app_credentials.set",
  "app_credentials.remove",
  "webhook.create",
  "webhook.update",
  "webhook.delete",
  "webhook.rotate_secret",
  "posts.export",
  "ledger.export",
  "audit_log.export",
  "calendar_feed.create",
  "calendar_feed.remove",
] as const;
export type AuditEventType = (typeof auditEventTypes)[number];

/** Types of the object of an event. */
export const auditTargetTypes = [
  "account",
  "member",
  "session",
  "key",
  "passkey",
  "invitation",
  "organization",
  "channel",
  "platform",
  "webhook",
] as const;
export type AuditTargetType = (typeof auditTargetTypes)[number];

export const auditOutcomes = ["success", "refused"] as const;
export type AuditOutcome = (typeof auditOutcomes)[number];

/** Methods of proving an identity, in events of sign-in and confirmation. */
export const authenticationMethods = [
  "password",
  "passkey",
  "provider",
  "second_factor",
  "recovery_code",
  "key",
  "invitation",
  "setup",
] as const;
export type AuthenticationMethod = (typeof authenticationMethods)[number];

/** Days that the audit log stores an event. The database refuses to delete a younger one. */
export const auditRetentionDays = 400;

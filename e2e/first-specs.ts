/**
 * Long specs with an app of their own. Playwright plays specs that share no worker last, so these ran on while two or
 * three of the five workers had nothing left.
 */
export const firstSpecs = [
  "remote-service/unconfirmed-posts.spec.ts",
  "remote-service/remote-service.spec.ts",
  "channels/connect-accounts.spec.ts",
  "settings/webhooks.spec.ts",
  "review/plain-http.spec.ts",
  "organization/member-lifecycle.spec.ts",
];

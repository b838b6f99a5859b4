import * as z from "zod";
import { defineEndpoint } from "#lib/contract/endpoint.ts";
import { pathId } from "#lib/contract/path-id.ts";

export const SignInSession = z
  .object({
    id: z.string(),
    device: z.string().meta({ description: 'In words, such as "Chrome on Linux"; empty when it is not known.' }),
    way: z.enum(["key", "password", "passkey", "provider", "invitation", "setup"]).meta({
      description: "How it was opened.",
    }),
    organization: z.string().meta({ description: "Name of the organization it acts in." }),
    created_at: z.iso.datetime(),
    last_used_at: z.iso.datetime().nullable().meta({ description: "To the minute." }),
    current: z.boolean().meta({ description: "The one that asks." }),
  })
  .meta({ id: "SignInSession" });

export const EndAllSessionsInput = z.object({
  keep_current: z.boolean().default(true).meta({ description: "Whether the session that asks goes on." }),
});

export const PasswordResetLink = z
  .object({
    url: z.string().meta({ description: "Told this once. It works once." }),
    expires_at: z.iso.datetime(),
  })
  .meta({ id: "ResetLink" });

export const sessionEndpoints = {
  listSessions: defineEndpoint({
    method: "GET",
    path: "/sessions",
    scope: "keys:manage",
    documented: false,
    summary: "Where you are signed in",
    description:
      "Browsers that are signed in, the last used first. Who signed in as themselves sees those of their account in every organization; an API key sees those of its member.",
    status: 200,
    data: z.array(SignInSession),
    errors: ["unauthorized", "forbidden"],
  }),
  endSession: defineEndpoint({
    method: "DELETE",
    path: "/sessions/{id}",
    scope: "keys:manage",
    documented: false,
    summary: "Sign one browser out",
    description: "Its next request is refused.",
    params: z.object({ id: pathId("session") }),
    status: 200,
    data: z.object({ id: z.string(), ended: z.boolean() }),
    errors: ["unauthorized", "forbidden", "not_found"],
  }),
  endAllSessions: defineEndpoint({
    method: "POST",
    path: "/sessions/end-all",
    scope: "keys:manage",
    documented: false,
    summary: "Sign out everywhere",
    body: EndAllSessionsInput,
    status: 200,
    data: z.object({ ended: z.int().meta({ description: "How many sessions were ended." }) }),
    errors: ["invalid_request", "unauthorized", "forbidden"],
  }),
  removeMemberTwoStep: defineEndpoint({
    method: "DELETE",
    path: "/members/{id}/two-step",
    scope: "members:manage",
    documented: false,
    summary: "Remove a member's two-step verification",
    description:
      "For owners, when a member lost their authenticator app and recovery codes, or their passkeys. Removes all of them: their password alone signs them in until they set it up again, and they get an e-mail about it. Refused for somebody who also belongs to another organization, and for oneself.",
    params: z.object({ id: z.string() }),
    status: 200,
    data: z.object({ id: z.string(), removed: z.boolean() }),
    errors: ["unauthorized", "forbidden", "not_found", "conflict"],
  }),
  createResetLink: defineEndpoint({
    method: "POST",
    path: "/members/{id}/reset-link",
    scope: "members:manage",
    documented: false,
    grants: "reset-link",
    summary: "A link with which a member sets a new password",
    description:
      "For administrators who signed in as themselves: an API key makes none. Only an owner makes one for another administrator or an owner. Refused for somebody who also belongs to another organization. Using it ends every session of that person.",
    params: z.object({ id: pathId("member") }),
    status: 201,
    data: PasswordResetLink,
    errors: ["unauthorized", "forbidden", "not_found", "conflict"],
  }),
} as const;

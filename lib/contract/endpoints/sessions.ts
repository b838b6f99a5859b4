import * as z from "zod";
import { defineEndpoint } from "#lib/contract/endpoint.ts";
import { pathId } from "#lib/contract/path-id.ts";

export const SignInSession = z
  .object({
    id: z.string().describe("The id of the session."),
    device: z.string().describe('The browser and system, such as "Chrome on Linux". Empty if unknown.'),
    way: z
      .enum(["key", "password", "passkey", "provider", "invitation", "setup"])
      .describe("The sign-in method of the session."),
    organization: z.string().describe("Name of the organization the session acts in."),
    created_at: z.iso.datetime().describe("Time at which the session was opened."),
    last_used_at: z.iso.datetime().nullable().describe("Accurate to the minute."),
    current: z.boolean().describe("True for the session that sent this request."),
  })
  .meta({ id: "SignInSession" });

export const EndAllSessionsInput = z.object({
  keep_current: z.boolean().default(true).describe("Keeps the session that sends this request open."),
});

export const PasswordResetLink = z
  .object({
    url: z.string().describe("The link. It is shown once and works once."),
    expires_at: z.iso.datetime().describe("The link stops working at this time."),
  })
  .meta({ id: "ResetLink" });

export const sessionEndpoints = {
  listSessions: defineEndpoint({
    method: "GET",
    path: "/sessions",
    scope: "keys:manage",
    documented: false,
    summary: "List the sessions where you are signed in",
    description:
      "Returns signed-in browsers, the most recently used first. A person who signed in with their account sees its sessions in every organization. An API key sees the sessions of its member.",
    status: 200,
    data: z.array(SignInSession),
    errors: ["unauthorized", "forbidden"],
  }),
  endSession: defineEndpoint({
    method: "DELETE",
    path: "/sessions/{id}",
    scope: "keys:manage",
    documented: false,
    summary: "Sign out one browser",
    description: "The browser's next request is rejected.",
    params: z.object({ id: pathId("session") }),
    status: 200,
    data: z.object({
      id: z.string().describe("The id of the session."),
      ended: z.boolean().describe("True: its next request is rejected."),
    }),
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
    data: z.object({ ended: z.int().describe("The number of sessions that ended.") }),
    errors: ["invalid_request", "unauthorized", "forbidden"],
  }),
  removeMemberTwoStep: defineEndpoint({
    method: "DELETE",
    path: "/members/{id}/two-step",
    scope: "members:manage",
    documented: false,
    summary: "Remove a member's two-step verification",
    description:
      "For owners who signed in with their account, when a member lost their authenticator app and recovery codes, or their passkeys. Removes all of them and notifies the member by e-mail. Until the member sets it up again, their password alone signs them in. Rejected for yourself and for a member who also belongs to another organization.",
    params: z.object({ id: pathId("member") }),
    status: 200,
    data: z.object({
      id: z.string().describe("The membership id."),
      removed: z.boolean().describe("True: the member signs in without a second step."),
    }),
    errors: ["unauthorized", "forbidden", "not_found", "conflict"],
  }),
  createResetLink: defineEndpoint({
    method: "POST",
    path: "/members/{id}/reset-link",
    scope: "members:manage",
    documented: false,
    grants: "reset-link",
    summary: "Create a password reset link for a member",
    description:
      "For administrators who signed in with their account; an API key can't create a link. Only an owner can create one for another administrator or an owner. Rejected for a member who also belongs to another organization. Using the link ends every session of the member.",
    params: z.object({ id: pathId("member") }),
    status: 201,
    data: PasswordResetLink,
    errors: ["unauthorized", "forbidden", "not_found", "conflict"],
  }),
} as const;

import * as z from "zod";
import { defineEndpoint } from "#lib/contract/endpoint.ts";
import { pathId } from "#lib/contract/path-id.ts";
import {
  displayName,
  Invitation,
  InvitationQuery,
  Member,
  MemberChange,
  MemberQuery,
  NewInvitation,
  Organization,
  OrganizationChange,
  PlannedPost,
  PlannedPostsChange,
} from "#lib/contract/resources/members.ts";
import { Identity } from "#lib/contract/resources/posts.ts";

const anyError = ["invalid_request", "unauthorized", "forbidden"] as const;
const actErrors = ["unauthorized", "forbidden", "not_found", "conflict"] as const;
const invitationId = z.object({ id: pathId("invitation") });
const memberId = z.object({ id: pathId("member") });

const defineMemberAction = (name: string, summary: string, description: string) =>
  ({
    method: "POST",
    path: `/members/{id}/${name}`,
    scope: "members:manage",
    documented: false,
    summary,
    description,
    params: memberId,
    status: 200,
    data: Member,
    errors: actErrors,
  }) as const;

/** Endpoints for the organization, its members and invitations. */
export const memberEndpoints = {
  getOrganization: defineEndpoint({
    method: "GET",
    path: "/organization",
    scope: "any",
    documented: false,
    summary: "Read the organization with its member count and settings",
    status: 200,
    data: Organization,
    errors: ["unauthorized"],
  }),
  changeOrganization: defineEndpoint({
    method: "PATCH",
    path: "/organization",
    scope: "members:manage",
    documented: false,
    summary: "Rename the organization or change its settings",
    description:
      "For administrators. Only owners who have a second factor and signed in with their account can change `require_two_step`; an API key can't. Only the given fields change. The starts of levels must increase.",
    body: OrganizationChange,
    status: 200,
    data: Organization,
    errors: [...anyError, "conflict"],
  }),
  createInvitation: defineEndpoint({
    method: "POST",
    path: "/invitations",
    scope: "members:manage",
    documented: false,
    grants: "invitation",
    summary: "Create an invitation link",
    description:
      "The link works once, for 7 days or until it is revoked. Only this response contains it. If `email` is given, the link is also sent there; `letter` says whether that worked. At most 100 invitations are open at a time. A key can invite only to roles whose scopes it has in full, and only if it has no expiry and no address limits.",
    body: NewInvitation,
    status: 201,
    data: Invitation.extend({
      url: z.string().describe("The link. It is shown once."),
      letter: z
        .object({
          sent: z.boolean().describe("True if the e-mail was accepted for delivery."),
          why: z.string().nullable().describe("Why no e-mail was sent. Null if one was."),
        })
        .nullable()
        .describe("Null if no `email` was given. `why` is a sentence that says why no e-mail was sent."),
    }),
    errors: [...anyError, "conflict"],
  }),
  listInvitations: defineEndpoint({
    method: "GET",
    path: "/invitations",
    scope: "members:manage",
    documented: false,
    summary: "List invitations, newest first",
    query: InvitationQuery,
    status: 200,
    data: z.array(Invitation),
    paginated: true,
    errors: anyError,
  }),
  revokeInvitation: defineEndpoint({
    method: "DELETE",
    path: "/invitations/{id}",
    scope: "members:manage",
    documented: false,
    summary: "Revoke an invitation and its link at once",
    params: invitationId,
    status: 200,
    data: Invitation,
    errors: actErrors,
  }),
  listMembers: defineEndpoint({
    method: "GET",
    path: "/members",
    scope: "members:manage",
    documented: false,
    summary: "List members by name",
    query: MemberQuery,
    status: 200,
    data: z.array(Member),
    paginated: true,
    errors: anyError,
  }),
  changeMember: defineEndpoint({
    method: "PATCH",
    path: "/members/{id}",
    scope: "members:manage",
    documented: false,
    grants: "role",
    summary: "Rename a member or change their role",
    description:
      "Administrators can rename members and make them administrators. Only owners can remove the administrator role or change an owner. The last owner can't be changed.",
    params: memberId,
    body: MemberChange,
    status: 200,
    data: Member,
    errors: ["invalid_request", ...actErrors],
  }),
  makeOwner: defineEndpoint({
    ...defineMemberAction("owner", "Make a member an owner beside you", "Only owners can do this."),
    grants: "role",
  }),
  transferOwnership: defineEndpoint({
    ...defineMemberAction(
      "transfer",
      "Transfer ownership to a member",
      "Only owners can do this. The member becomes an owner and you become an administrator.",
    ),
    grants: "role",
  }),
  deactivateMember: defineEndpoint(
    defineMemberAction(
      "deactivate",
      "Deactivate a member",
      "The member's keys and sessions end at once and permanently. Their open invitations are revoked. Their scheduled posts are held: a post is sent only after it is reassigned or the member is reactivated.",
    ),
  ),
  reactivateMember: defineEndpoint({
    ...defineMemberAction(
      "reactivate",
      "Reactivate a member",
      "The member's old keys stay revoked. Held posts are published at their time. Held posts whose time has passed become drafts.",
    ),
    grants: "role",
  }),
  listPlanned: defineEndpoint({
    method: "GET",
    path: "/members/{id}/planned",
    scope: "members:manage",
    documented: false,
    summary: "List a member's scheduled posts, soonest first",
    params: memberId,
    query: MemberQuery.pick({ limit: true, offset: true }),
    status: 200,
    data: z.array(PlannedPost),
    paginated: true,
    errors: ["invalid_request", "unauthorized", "forbidden", "not_found"],
  }),
  changePlanned: defineEndpoint({
    method: "POST",
    path: "/members/{id}/planned",
    scope: "members:manage",
    documented: false,
    summary: "Reassign or cancel scheduled posts of a deactivated member",
    description:
      "Changes at most 1,000 posts at a time. A reassigned post belongs to its new member. If its time has passed, it becomes a draft. Its points stay with its author unless `credit` says otherwise. If the new member can't use a post's channel, nothing changes and the `conflict` error names the channel.",
    params: memberId,
    body: PlannedPostsChange,
    status: 200,
    data: z.object({
      changed: z.int().describe("The number of posts that changed."),
      drafts: z.int().describe("The number of these that became drafts because their time had passed."),
      left: z.int().describe("The number of posts that are still held."),
    }),
    errors: ["invalid_request", ...actErrors],
  }),
  changeMe: defineEndpoint({
    method: "PATCH",
    path: "/me",
    scope: "posts:write",
    documented: false,
    summary: "Change your own name",
    body: z.object({ name: displayName }),
    status: 200,
    data: Identity,
    errors: anyError,
  }),
  leaveOrganization: defineEndpoint({
    method: "POST",
    path: "/me/leave",
    scope: "keys:manage",
    documented: false,
    summary: "Leave the organization",
    description:
      "Has the same effect as deactivation: your keys and sessions there end and your scheduled posts are held. The last owner can't leave.",
    status: 200,
    data: z.object({ left: z.boolean().describe("True: you are no longer a member.") }),
    errors: ["unauthorized", "forbidden", "conflict"],
  }),
} as const;

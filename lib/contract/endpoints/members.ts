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
    summary: "The organization, how many are in it, and its rules",
    status: 200,
    data: Organization,
    errors: ["unauthorized"],
  }),
  changeOrganization: defineEndpoint({
    method: "PATCH",
    path: "/organization",
    scope: "members:manage",
    documented: false,
    summary: "Rename the organization or change its rules",
    description:
      "For administrators; `require_two_step` for owners who have a second factor themselves. Only what is named changes; the starts of levels must rise.",
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
    summary: "Invite somebody by a link",
    description:
      "The link works once, for 7 days, until it is revoked, and is in this answer and nowhere else. With an e-mail it is also sent there; `letter` says whether that worked. At most 100 invitations are open at a time. A key invites only into roles all of whose scopes it holds, and only where it has no end and works from anywhere.",
    body: NewInvitation,
    status: 201,
    data: Invitation.extend({
      url: z.string().meta({ description: "The link; shown once." }),
      letter: z
        .object({ sent: z.boolean(), why: z.string().nullable() })
        .nullable()
        .meta({ description: "Null without an e-mail; `why` is a sentence when no letter went out." }),
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
    summary: "Revoke an invitation; its link stops at once",
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
    summary: "Rename a member, or make them an administrator or a member",
    description:
      "Administrators rename members and make them administrators. Only owners take that role back, and only they change an owner. The last owner stays one.",
    params: memberId,
    body: MemberChange,
    status: 200,
    data: Member,
    errors: ["invalid_request", ...actErrors],
  }),
  makeOwner: defineEndpoint({
    ...defineMemberAction("owner", "Make a member an owner beside you", "For owners."),
    grants: "role",
  }),
  transferOwnership: defineEndpoint({
    ...defineMemberAction(
      "transfer",
      "Make a member an owner in your place",
      "For owners: they become an owner, you an administrator.",
    ),
    grants: "role",
  }),
  deactivateMember: defineEndpoint(
    defineMemberAction(
      "deactivate",
      "Deactivate a member",
      "Their keys and sessions end at once and for good, and open invitations they made are revoked. Their scheduled posts are kept and held: none is sent until it is reassigned, or they are reactivated.",
    ),
  ),
  reactivateMember: defineEndpoint({
    ...defineMemberAction(
      "reactivate",
      "Let a deactivated member in again",
      "Their former keys stay revoked. Posts that were held go out at their time; those whose time has passed become drafts.",
    ),
    grants: "role",
  }),
  listPlanned: defineEndpoint({
    method: "GET",
    path: "/members/{id}/planned",
    scope: "members:manage",
    documented: false,
    summary: "What a member has scheduled, soonest first",
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
    summary: "Reassign or cancel what a deactivated member had scheduled",
    description:
      "At most 1,000 posts at a time. A reassigned post is its new member's; one whose time has passed becomes a draft of theirs. Its points stay with who wrote it, unless `credit` says otherwise. Where a post's channel is not for its new member, nothing is changed, and `conflict` names the channel.",
    params: memberId,
    body: PlannedPostsChange,
    status: 200,
    data: z.object({
      changed: z.int(),
      drafts: z.int().meta({ description: "Of these, those that became drafts because their time has passed." }),
      left: z.int().meta({ description: "Still scheduled and held." }),
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
      "As being deactivated: your keys and sessions there end, scheduled posts are held. The last owner can't leave.",
    status: 200,
    data: z.object({ left: z.boolean() }),
    errors: ["unauthorized", "forbidden", "conflict"],
  }),
} as const;

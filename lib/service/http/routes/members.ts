import { api } from "#lib/contract/api.ts";
import { defineRoute } from "#lib/service/http/define-route.ts";
import { listMembers } from "#lib/service/members/list-members.ts";
import { listPlannedPostsOfMember, updatePlannedPostsOfMember } from "#lib/service/members/planned-posts.ts";
import { requireActorMembership } from "#lib/service/members/require-actor-membership.ts";
import {
  deactivateMember,
  leaveOrganization,
  promoteToOwner,
  reactivateMember,
  renameSelf,
  transferOwnership,
  updateMember,
} from "#lib/service/members/update-member.ts";

export const memberRoutes = [
  defineRoute(api.listMembers, async ({ context, actor, query }) => listMembers(context.pool, actor, query)),

  defineRoute(api.changeMember, async ({ actor, params, body, tx }) => ({
    data: await updateMember(tx, actor, params.id, body),
  })),

  defineRoute(api.makeOwner, async ({ actor, params, tx }) => ({ data: await promoteToOwner(tx, actor, params.id) })),

  defineRoute(api.transferOwnership, async ({ actor, params, tx }) => ({
    data: await transferOwnership(tx, actor, params.id),
  })),

  defineRoute(api.deactivateMember, async ({ context, actor, params, tx }) => ({
    data: await deactivateMember(tx, actor, params.id, context),
  })),

  defineRoute(api.reactivateMember, async ({ context, actor, params, tx }) => ({
    data: await reactivateMember(tx, actor, params.id, context),
  })),

  defineRoute(api.listPlanned, async ({ context, actor, params, query }) =>
    listPlannedPostsOfMember(context.pool, actor, params.id, query),
  ),

  defineRoute(api.changePlanned, async ({ context, actor, params, body, tx }) => ({
    data: await updatePlannedPostsOfMember(tx, actor, params.id, body, context),
  })),

  defineRoute(api.changeMe, async ({ actor, body, tx }) => {
    await renameSelf(tx, actor, body.name);
    return { data: await requireActorMembership(tx.client, actor) };
  }),

  defineRoute(api.leaveOrganization, async ({ context, actor, tx }) => {
    await leaveOrganization(tx, actor, context);
    return { data: { left: true } };
  }),
];

import { api } from "#lib/contract/api.ts";
import {
  changeMember,
  deactivateMember,
  leaveOrganization,
  makeOwner,
  reactivateMember,
  renameSelf,
  transferOwnership,
} from "#lib/service/members/update-member.ts";
import { needIdentity } from "#lib/service/members/require-identity.ts";
import { listMembers } from "#lib/service/members/list-members.ts";
import { changePlannedOf, listPlannedOf } from "#lib/service/members/planned-posts.ts";
import { on } from "#lib/service/http/define-route.ts";

export const memberRoutes = [
  on(api.listMembers, async ({ context, actor, query }) => listMembers(context.pool, actor, query)),

  on(api.changeMember, async ({ actor, params, body, tx }) => ({
    data: await changeMember(tx, actor, params.id, body),
  })),

  on(api.makeOwner, async ({ actor, params, tx }) => ({ data: await makeOwner(tx, actor, params.id) })),

  on(api.transferOwnership, async ({ actor, params, tx }) => ({
    data: await transferOwnership(tx, actor, params.id),
  })),

  on(api.deactivateMember, async ({ context, actor, params, tx }) => ({
    data: await deactivateMember(tx, actor, params.id, context),
  })),

  on(api.reactivateMember, async ({ context, actor, params, tx }) => ({
    data: await reactivateMember(tx, actor, params.id, context),
  })),

  on(api.listPlanned, async ({ context, actor, params, query }) =>
    listPlannedOf(context.pool, actor, params.id, query),
  ),

  on(api.changePlanned, async ({ context, actor, params, body, tx }) => ({
    data: await changePlannedOf(tx, actor, params.id, body, context),
  })),

  on(api.changeMe, async ({ actor, body, tx }) => {
    await renameSelf(tx, actor, body.name);
    return { data: await needIdentity(tx, actor) };
  }),

  on(api.leaveOrganization, async ({ context, actor, tx }) => {
    await leaveOrganization(tx, actor, context);
    return { data: { left: true } };
  }),
];

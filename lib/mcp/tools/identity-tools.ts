import * as z from "zod";
import { api } from "#lib/contract/api.ts";
import { defineTool, mapResult } from "#lib/mcp/mcp-tool.ts";
import { nextOffset, pageInput } from "./page.ts";

const readOnly = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };
const identity = api.getMe.data.shape;
const entry = api.getLeaderboard.data.element;

export const identityTools = [
  defineTool({
    name: "who_am_i",
    title: "Who am I",
    description:
      "Returns the organization and member that this connection acts for, its scopes, the current time and the member's time zone. Call it before you work with times.",
    annotations: readOnly,
    scope: "any",
    input: z.object({}),
    output: z.object({
      org: identity.org,
      // The e-mail address is personal data that no tool needs.
      membership: identity.membership.omit({ email: true }),
      scopes: identity.scopes,
      drafts_only: identity.drafts_only,
      now: api.getNextSlot.data.shape.at.unwrap(),
      time_zone: api.getSettings.data.shape.zone,
    }),
    run: async (_, { client, identity: { org, membership, scopes, drafts_only }, now }) =>
      mapResult(await client.getSettings(), ({ zone }) => ({
        org: { id: org.id, name: org.name, slug: org.slug },
        membership: { id: membership.id, role: membership.role, name: membership.name },
        scopes,
        drafts_only,
        now: now().toISOString(),
        time_zone: zone,
      })),
  }),

  defineTool({
    name: "list_channels",
    title: "List channels",
    description:
      "Lists the connected accounts that posts can be published on. Their ids go into `channels` of create_post. `practice` channels publish to nobody and are right for trying things out.",
    annotations: readOnly,
    scope: "channels:read",
    input: z.object({}),
    output: z.object({
      channels: z.array(
        api.listChannels.data.element.pick({
          id: true,
          platform: true,
          name: true,
          username: true,
          practice: true,
          state: true,
        }),
      ),
    }),
    run: async (_, { client }) =>
      mapResult(await client.listChannels(), (channels) => ({
        channels: channels.map(({ id, platform, name, username, practice, state }) => ({
          id,
          platform,
          name,
          username,
          practice,
          state,
        })),
      })),
  }),

  defineTool({
    name: "leaderboard",
    title: "Leaderboard",
    description: "Lists members by approved points, the first rank first.",
    annotations: readOnly,
    scope: "leaderboard:read",
    input: z.object({ period: api.getLeaderboard.query.shape.period, ...pageInput }),
    output: z.object({
      members: z.array(entry.pick({ membership_id: true, name: true, level: true, points: true, rank: true })),
      next_offset: nextOffset,
    }),
    // One row more than asked for shows whether there is a next page.
    run: async ({ limit, offset, ...query }, { client }) =>
      mapResult(await client.getLeaderboard({ ...query, limit: limit + 1, offset }), (rows) => ({
        members: rows
          .slice(0, limit)
          .map(({ membership_id, name, level, points, rank }) => ({ membership_id, name, level, points, rank })),
        next_offset: rows.length > limit ? offset + limit : null,
      })),
  }),
];

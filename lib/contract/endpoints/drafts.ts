import * as z from "zod";
import { defineEndpoint } from "#lib/contract/endpoint.ts";
import { limits } from "#lib/contract/limits.ts";
import { pathId } from "#lib/contract/path-id.ts";
import { instant, wholeNumberParam } from "#lib/contract/resources/post-queries.ts";
import { serviceLimits } from "#lib/contract/service-limits.ts";

const words = z.string().max(limits.partCharacters);
const parts = z.array(words).max(limits.parts);
const name = z.string().max(255);

/** Wall time in a named zone as the author typed it: it may be a time that can't be scheduled yet. */
const DraftSchedule = z.object({
  date: z.string().max(20),
  time: z.string().max(20),
  zone: z.string().max(100),
  dst_fold: z
    .enum(["earlier", "later"])
    .optional()
    .meta({ description: "Which occurrence to use if clocks show the time twice." }),
});

/** The content of a draft, blank parts and invalid times included. */
export const DraftContent = z
  .object({
    parts: parts.min(1),
    own: z
      .record(z.string().max(100), parts.min(1))
      .refine((own) => Object.keys(own).length <= serviceLimits.channelsPerPost, "holds too many channels")
      .meta({ description: "The channels' own parts, by channel id." }),
    images: z
      .array(z.object({ media: z.string().max(100), name, alt: z.string().max(limits.altCharacters) }))
      .max(limits.imagesPerPost),
    channels: z.array(z.string().max(100)).max(serviceLimits.channelsPerPost),
    when: DraftSchedule.nullable().meta({ description: "Null to publish at once." }),
    points: z.int().min(0).max(limits.pointsMax),
    post: z
      .object({ id: z.string().max(100), version: z.int() })
      .nullable()
      .meta({
        description: "The post that this draft edits, with the version the edit started from. Null for a new post.",
      }),
  })
  .meta({ id: "DraftContent" });

const kind = z.enum(["draft", "template"]);
const version = z.int().min(0);

/** A draft in a list, with enough content to recognise it. */
export const DraftSummary = z
  .object({
    id: z.string(),
    kind,
    version,
    words: z.string().meta({ description: "The first 140 characters." }),
    parts: z.int(),
    images: z.int(),
    channels: z.array(z.string()),
    when: DraftSchedule.nullable(),
    post: z.string().nullable().meta({ description: "The post that this draft edits." }),
    created_at: instant,
    updated_at: instant,
  })
  .meta({ id: "DraftSummary" });

/** A whole draft. A deleted draft can still be read, and restored unless it became posts. */
export const WorkingDraft = z
  .object({
    id: z.string(),
    kind,
    version,
    content: DraftContent,
    images: z
      .array(z.object({ media: z.string(), url: z.string(), size_bytes: z.int() }))
      .meta({ description: "The URLs of the draft's images." }),
    created_at: instant,
    updated_at: instant,
    deleted_at: instant.nullable(),
    created_post_ids: z.array(z.string()).meta({ description: "The posts that were created from it." }),
  })
  .meta({ id: "WorkingDraft" });

const SaveDraft = z
  .object({
    version: version.meta({ description: "The version you read; 0 for a new draft. Any other version returns 409." }),
    kind: kind.default("draft"),
    content: DraftContent,
  })
  .meta({ id: "SaveDraft" });

const draftId = z.object({ id: pathId("draft") });

/** Endpoints for drafts and templates, visible to their member only. */
export const draftEndpoints = {
  listDrafts: defineEndpoint({
    method: "GET",
    path: "/drafts",
    scope: "posts:read",
    documented: false,
    summary: "List your drafts or templates, most recently changed first",
    query: z.object({
      kind: kind.default("draft"),
      q: z.string().max(200).optional().meta({ description: "Words that the draft must contain." }),
      limit: wholeNumberParam(1, limits.pageSizeMax, serviceLimits.pageSizeDefault),
      offset: wholeNumberParam(0, limits.offsetMax, 0),
    }),
    status: 200,
    data: z.array(DraftSummary),
    paginated: true,
    errors: ["invalid_request", "unauthorized", "forbidden"],
  }),
  getDraft: defineEndpoint({
    method: "GET",
    path: "/drafts/{id}",
    scope: "posts:read",
    documented: false,
    summary: "Read one draft",
    params: draftId,
    status: 200,
    data: WorkingDraft,
    errors: ["unauthorized", "forbidden", "not_found"],
  }),
  saveDraft: defineEndpoint({
    method: "PUT",
    path: "/drafts/{id}",
    scope: "posts:write",
    documented: false,
    summary: "Save a draft under an id you choose",
    description: `The id is a UUID that the client generates. \`version\` 0 creates the draft. If the draft was changed, deleted or sent elsewhere, returns 409 and overwrites nothing; read the draft to see its current state. A member has at most ${serviceLimits.draftsPerMember} drafts and templates together.`,
    params: draftId,
    body: SaveDraft,
    status: 200,
    data: DraftSummary,
    errors: ["invalid_request", "unauthorized", "forbidden", "not_found", "conflict", "payload_too_large"],
  }),
  deleteDraft: defineEndpoint({
    method: "DELETE",
    path: "/drafts/{id}",
    scope: "posts:write",
    documented: false,
    summary: "Delete a draft",
    description: `The draft can be restored for ${serviceLimits.restorableDays} days.`,
    params: draftId,
    status: 200,
    data: z.object({ id: z.string(), deleted: z.boolean() }),
    errors: ["unauthorized", "forbidden", "not_found"],
  }),
  restoreDraft: defineEndpoint({
    method: "POST",
    path: "/drafts/{id}/restore",
    scope: "posts:write",
    documented: false,
    summary: "Restore a deleted draft",
    description: "A draft that became posts can't be restored.",
    params: draftId,
    status: 200,
    data: DraftSummary,
    errors: ["invalid_request", "unauthorized", "forbidden", "not_found", "conflict"],
  }),
} as const;

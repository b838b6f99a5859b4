import * as z from "zod";
import { defineEndpoint } from "#lib/contract/endpoint.ts";
import { limits } from "#lib/contract/limits.ts";
import { pathId } from "#lib/contract/path-id.ts";
import { deletedAnswer, instant, pageFields, ThreadChoices } from "#lib/contract/resources/fields.ts";
import { LinkCardChoice } from "#lib/contract/resources/link-card.ts";
import { serverOnlyLimits } from "#lib/contract/server-only-limits.ts";

const words = z.string().max(limits.partCharacters);
const parts = z.array(words).max(limits.parts);
const name = z.string().max(255);

/** Wall time in a named zone as the author typed it: it may be a time that can't be scheduled yet. */
const DraftSchedule = z.object({
  date: z.string().max(20).describe("The day, such as 2027-01-14, as the author typed it."),
  time: z.string().max(20).describe("The wall time, such as 09:30, as the author typed it."),
  zone: z.string().max(100).describe("IANA time zone, such as Europe/Berlin."),
  dst_fold: z.enum(["earlier", "later"]).optional().describe("The occurrence to use if clocks show the time twice."),
});

const image = z.object({
  media: z.string().max(100).describe("The id of the image."),
  name: name.describe("The file name that the author sees."),
  alt: z.string().max(limits.altCharacters).describe("Description for people who can't see the image."),
});

/** The content of a draft, blank parts and invalid times included. */
export const DraftContent = z
  .object({
    parts: parts.min(1).describe("The texts of the parts, in order. Blank ones are allowed."),
    own: z
      .record(z.string().max(100), parts.min(1))
      .refine((own) => Object.keys(own).length <= serverOnlyLimits.channelsPerPost, "holds too many channels")
      .describe("The channels' own parts, by channel id."),
    images: z.array(image).max(limits.imagesPerPost).describe("The images of the first part, in order."),
    part_images: z
      .array(
        image.extend({
          part: z.int().min(1).max(limits.parts).describe("The number of the part that has the image, starting at 1."),
          channel_id: z
            .string()
            .max(100)
            .nullable()
            .describe("The channel with parts of its own; null for the parts for all channels."),
        }),
      )
      .max(limits.imagesPerPost * limits.parts)
      .optional()
      .describe(
        "The images of later parts, and all images of channels with their own parts. Without it, such channels have `images` on their first part.",
      ),
    channels: z
      .array(z.string().max(100))
      .max(serverOnlyLimits.channelsPerPost)
      .describe("Ids of the chosen channels."),
    when: DraftSchedule.nullable().describe("Null to publish at once."),
    link_card: LinkCardChoice.nullable().optional().describe("The author's choice about the card of a link."),
    threads: ThreadChoices.optional().describe("The author's choice of `chain` or `join`, by channel id."),
    points: z.int().min(0).max(limits.pointsMax).describe("Points to claim."),
    post: z
      .object({
        id: z.string().max(100).describe("The id of the post."),
        version: z.int().describe("Its version when the edit started."),
        submission: z
          .array(
            z.object({
              id: z.string().max(100).describe("The id of the post."),
              version: z.int().describe("Its version when the edit started."),
              channel_id: z.string().max(100).describe("The id of its channel."),
            }),
          )
          .max(serverOnlyLimits.channelsPerPost)
          .optional()
          .describe("If the draft edits a whole submission: its posts that can change."),
      })
      .nullable()
      .describe("The post that this draft edits, with the version the edit started from. Null for a new post."),
  })
  .meta({ id: "DraftContent" });

const kind = z
  .enum(["draft", "template"])
  .describe("A `template` is a text to start from; it never becomes posts itself.");
const version = z.int().min(0).describe("Increases with every save.");

const draftName = z
  .string()
  .trim()
  .max(120)
  .describe("The name that its author gave it. Null without one: lists then show the first words.");

const shared = z
  .boolean()
  .optional()
  .describe("True: everyone in the organization sees the template. Its images stay its author's.");
const author = z
  .object({ id: z.string().describe("The id of the member."), name: z.string().describe("Their name.") })
  .nullable()
  .optional()
  .describe("The template's author. Null for your own.");

/** A draft in a list, with enough content to recognise it. */
export const DraftSummary = z
  .object({
    id: z
      .string()
      .describe("The id of the draft. For posts with status `draft` that nobody edits: the id of their submission."),
    kind,
    version,
    name: draftName.nullable(),
    words: z.string().describe("The first 140 characters."),
    parts: z.int().describe("The number of parts."),
    images: z.int().describe("The number of images."),
    channels: z.array(z.string()).describe("Ids of the chosen channels."),
    when: DraftSchedule.nullable().describe("The chosen time. Null to publish at once."),
    post: z.string().nullable().describe("The post that this draft edits."),
    edits: z
      .array(z.string())
      .optional()
      .describe("All posts that this draft edits: several if it edits a whole submission."),
    posts: z
      .array(
        z.object({
          id: z.string().describe("The id of the post."),
          channel_id: z.string().describe("The id of its channel."),
          channel: z.string().describe("The platform of its channel."),
          version: z.int().describe("Its version."),
          words: z.string().describe("The first 140 characters of its text."),
        }),
      )
      .describe(
        "With `with_posts`: the posts with status `draft` of this entry, one for each channel. Empty for a text without posts.",
      ),
    shared,
    author,
    created_at: instant.describe("Time at which it was first saved."),
    updated_at: instant.describe("Time at which it was last saved."),
  })
  .meta({ id: "DraftSummary" });

/** A whole draft. A deleted draft can still be read, and restored unless it became posts. */
export const WorkingDraft = z
  .object({
    id: z.string().describe("The id of the draft."),
    kind,
    version,
    content: DraftContent.describe("The author's text and settings."),
    images: z
      .array(
        z.object({
          media: z.string().describe("The id of the image."),
          url: z.string().describe("The public URL of the image."),
          size_bytes: z.int().describe("Size in bytes."),
        }),
      )
      .describe("The URLs of the draft's images."),
    shared,
    author,
    created_at: instant.describe("Time at which it was first saved."),
    updated_at: instant.describe("Time at which it was last saved."),
    deleted_at: instant.nullable().describe("Time at which it was deleted. Null if it was not."),
    created_post_ids: z.array(z.string()).describe("The posts that were created from it."),
  })
  .meta({ id: "WorkingDraft" });

const SaveDraft = z
  .object({
    version: version.describe("The version you read; 0 for a new draft. Any other version returns 409."),
    kind: kind.default("draft"),
    content: DraftContent.describe("The author's text and settings. They replace the stored content."),
  })
  .meta({ id: "SaveDraft" });

const ChangeDrafts = z
  .object({
    action: z.enum(["delete", "restore"]).describe("The change."),
    ids: z
      .array(z.string().max(100))
      .min(1)
      .max(serverOnlyLimits.draftsPerMember)
      .describe("Ids of drafts or templates."),
  })
  .meta({ id: "ChangeDrafts" });

const draftId = z.object({ id: pathId("draft") });

/** Endpoints for drafts and templates, visible to their member only, unless a template is shared. */
export const draftEndpoints = {
  listDrafts: defineEndpoint({
    method: "GET",
    path: "/drafts",
    scope: "posts:read",
    documented: false,
    summary: "List your drafts or templates, most recently changed first",
    query: z.object({
      kind: kind.default("draft").describe("Drafts or templates."),
      q: z.string().max(200).optional().describe("Words that the draft or its name must contain."),
      with_posts: z
        .enum(["true", "false"])
        .optional()
        .describe("`true` also lists your posts with status `draft`, each submission as one entry."),
      edits: z.enum(["true", "false"]).optional().describe("`true` lists only drafts that edit a post."),
      with_shared: z
        .enum(["true", "false"])
        .optional()
        .describe("`true` also lists shared templates of other members."),
      ...pageFields,
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
    summary: "Read one draft, or a shared template",
    params: draftId,
    status: 200,
    data: WorkingDraft,
    errors: ["unauthorized", "forbidden", "not_found"],
  }),
  saveDraft: defineEndpoint({
    method: "PUT",
    path: "/drafts/{id}",
    scope: "posts:write",
    forDraftsOnly: true,
    documented: false,
    summary: "Save a draft under an id you choose",
    description: `The id is a UUID that the client generates. \`version\` 0 creates the draft. If the draft was changed, deleted or sent elsewhere, returns 409 and overwrites nothing; read the draft to see its current state. A member has at most ${serverOnlyLimits.draftsPerMember} drafts and templates together.`,
    params: draftId,
    body: SaveDraft,
    status: 200,
    data: DraftSummary,
    errors: ["invalid_request", "unauthorized", "forbidden", "not_found", "conflict", "payload_too_large"],
  }),
  renameDraft: defineEndpoint({
    method: "PATCH",
    path: "/drafts/{id}",
    scope: "posts:write",
    forDraftsOnly: true,
    documented: false,
    summary: "Name a draft, or share a template",
    description:
      "The name is for lists and is never published. It does not change the version. Everyone in the organization sees a shared template; only its author and, with `posts:manage`, administrators change or delete it.",
    params: draftId,
    body: z
      .object({
        name: draftName.nullable().optional(),
        shared: z.boolean().optional().describe("True: everyone in the organization sees the template."),
      })
      .meta({ id: "RenameDraft" }),
    status: 200,
    data: DraftSummary,
    errors: ["invalid_request", "unauthorized", "forbidden", "not_found", "conflict"],
  }),
  changeDrafts: defineEndpoint({
    method: "POST",
    path: "/drafts/changes",
    scope: "posts:write",
    forDraftsOnly: true,
    documented: false,
    summary: "Delete or restore several drafts",
    description:
      "All or none is not promised: a draft that is gone, or that became posts, is left out of the answer. Deleted drafts can be restored for 30 days.",
    body: ChangeDrafts,
    status: 200,
    data: z.object({ ids: z.array(z.string()).describe("The drafts that changed.") }),
    errors: ["invalid_request", "unauthorized", "forbidden"],
  }),
  deleteDraft: defineEndpoint({
    method: "DELETE",
    path: "/drafts/{id}",
    scope: "posts:write",
    forDraftsOnly: true,
    documented: false,
    summary: "Delete a draft",
    description: `The draft can be restored for ${serverOnlyLimits.restorableDays} days.`,
    params: draftId,
    status: 200,
    data: deletedAnswer("draft"),
    errors: ["unauthorized", "forbidden", "not_found"],
  }),
  restoreDraft: defineEndpoint({
    method: "POST",
    path: "/drafts/{id}/restore",
    scope: "posts:write",
    forDraftsOnly: true,
    documented: false,
    summary: "Restore a deleted draft",
    description: "A draft that became posts can't be restored.",
    params: draftId,
    status: 200,
    data: DraftSummary,
    errors: ["invalid_request", "unauthorized", "forbidden", "not_found", "conflict"],
  }),
} as const;

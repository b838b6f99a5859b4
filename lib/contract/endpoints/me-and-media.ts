import * as z from "zod";
import { defineEndpoint } from "#lib/contract/endpoint.ts";
import { limits } from "#lib/contract/limits.ts";
import { pathId } from "#lib/contract/path-id.ts";
import { LinkPreview } from "#lib/contract/resources/link-card.ts";
import { MemberMediaUsage } from "#lib/contract/resources/member-media-usage.ts";
import { MentionedAccount } from "#lib/contract/resources/mention.ts";
import { postFilterFields } from "#lib/contract/resources/post-queries.ts";
import { Channel, Identity, Media, MediaChange, Platform, PracticeTimeline } from "#lib/contract/resources/posts.ts";

/** Endpoints for the caller's identity, channels, images, and the practice timelines. */
export const meAndMediaEndpoints = {
  getMe: defineEndpoint({
    method: "GET",
    path: "/me",
    scope: "any",
    documented: true,
    summary: "Read the organization and the member of the key",
    status: 200,
    data: Identity,
    errors: ["unauthorized"],
  }),
  listChannels: defineEndpoint({
    method: "GET",
    path: "/channels",
    scope: "channels:read",
    documented: true,
    summary: "List connected channels",
    status: 200,
    data: z.array(Channel),
    errors: ["unauthorized", "forbidden"],
  }),
  uploadMedia: defineEndpoint({
    method: "POST",
    path: "/media",
    scope: "media:write",
    forDraftsOnly: true,
    documented: true,
    summary: "Upload one image",
    description:
      "Accepts JPEG, PNG, WebP or GIF up to 10 MB. The type is detected from the file's bytes. Metadata is removed.",
    file: "file",
    status: 201,
    data: Media,
    repeatSafe: true,
    errors: ["invalid_request", "unauthorized", "forbidden", "conflict", "unavailable", "quota_exceeded"],
  }),
  getMediaUsage: defineEndpoint({
    method: "GET",
    path: "/media/usage",
    scope: "any",
    documented: false,
    summary: "Read your media storage usage",
    description: "An image that no post and no draft uses is deleted a day after its upload and then uses no storage.",
    status: 200,
    data: MemberMediaUsage,
    errors: ["unauthorized"],
  }),
  describeMedia: defineEndpoint({
    method: "PATCH",
    path: "/media/{id}",
    scope: "media:write",
    forDraftsOnly: true,
    documented: false,
    summary: "Set an image description",
    description:
      "The description is for people who can't see the image. It is published with every unsent post that uses the image, so its length is limited by the strictest platform of those posts. Published posts keep the description they were published with. A new description raises the version of the unsent posts.",
    params: z.object({ id: pathId("image") }),
    body: MediaChange,
    status: 200,
    data: Media.extend({
      posts: z
        .array(
          z.object({
            id: z.string().describe("The id of the post."),
            version: z.int().describe("Its version now: one more than before."),
          }),
        )
        .optional()
        .describe("The unsent posts that use the image. Absent without one, and if the description stays as it was."),
    }),
    errors: ["invalid_request", "unauthorized", "forbidden", "not_found"],
  }),
  listPlatforms: defineEndpoint({
    method: "GET",
    path: "/platforms",
    scope: "any",
    documented: false,
    summary: "List the platforms with their counting rules and limits",
    status: 200,
    data: z.array(Platform),
    errors: ["unauthorized"],
  }),
  readLinkPreview: defineEndpoint({
    method: "GET",
    path: "/link-preview",
    scope: "posts:write",
    documented: false,
    summary: "Read what a link's page says about itself",
    description:
      "For the card of a link, on platforms with `link_cards`. The service reads the page each time, up to 512 KB within 8 s. Publishing reads it again. Returns 400 with the reason if the page gives no card.",
    query: z.object({
      url: z.string().max(limits.linkCardUrlCharacters).describe("The link, with `http:` or `https:`."),
    }),
    status: 200,
    data: LinkPreview,
    errors: ["invalid_request", "unauthorized", "forbidden"],
  }),
  listMentions: defineEndpoint({
    method: "GET",
    path: "/mentions",
    scope: "channels:read",
    documented: false,
    summary: "Find accounts that a text can mention",
    description:
      "Asks the public search of Bluesky, and of the servers of Mastodon channels, for accounts whose name or handle begins with `q`. Other platforms can't be asked. Answers are cached for five minutes. A server that doesn't answer is left out.",
    query: z.object({
      q: z.string().trim().min(2).max(80).describe("The beginning of a name or handle, without `@`."),
      channel: postFilterFields.channel.describe("Ids of the channels that the text is for."),
    }),
    status: 200,
    data: z.array(MentionedAccount),
    errors: ["invalid_request", "unauthorized", "forbidden"],
  }),
  getPracticeTimeline: defineEndpoint({
    method: "GET",
    path: "/practice/{username}",
    scope: "channels:read",
    documented: false,
    summary: "List the posts on a practice channel, newest first",
    description:
      "Only the channel's organization can read it; others get 404. `published_urls` of posts on practice channels lead to pages that require sign-in.",
    params: z.object({ username: z.string().describe("The `username` of a practice channel, from `GET /channels`.") }),
    query: z.object({
      before: z.string().max(100).optional().describe("The `next` value of the previous page."),
      item: z.string().max(100).optional().describe("The id of an item: the page begins with its thread."),
    }),
    status: 200,
    data: PracticeTimeline,
    errors: ["invalid_request", "unauthorized", "forbidden", "not_found"],
  }),
} as const;

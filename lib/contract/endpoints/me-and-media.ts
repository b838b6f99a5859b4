import * as z from "zod";
import { defineEndpoint } from "#lib/contract/endpoint.ts";
import { pathId } from "#lib/contract/path-id.ts";
import { MediaUsage } from "#lib/contract/resources/media-usage.ts";
import { Channel, Identity, Media, MediaChange, Platform, PracticeTimeline } from "#lib/contract/resources/posts.ts";

/** Endpoints for the caller's identity, channels, images, and the practice timelines. */
export const meAndMediaEndpoints = {
  getMe: defineEndpoint({
    method: "GET",
    path: "/me",
    scope: "any",
    documented: true,
    summary: "Who this key acts as",
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
    documented: true,
    summary: "Upload one image",
    description: "JPEG, PNG, WebP or GIF up to 10 MB. The type is what the bytes say. Metadata is removed.",
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
    summary: "How much room your images take",
    description: "An image in no post and no draft is removed a day after its upload, and then takes no room.",
    status: 200,
    data: MediaUsage,
    errors: ["unauthorized"],
  }),
  describeMedia: defineEndpoint({
    method: "PATCH",
    path: "/media/{id}",
    scope: "media:write",
    documented: false,
    summary: "Say what an image shows",
    description:
      "For those who can't see it. It goes out with every post that holds the image and is still to be sent, so it may be as long as the strictest platform of those allows; what is out keeps the words it went out with.",
    params: z.object({ id: pathId("image") }),
    body: MediaChange,
    status: 200,
    data: Media,
    errors: ["invalid_request", "unauthorized", "forbidden", "not_found"],
  }),
  listPlatforms: defineEndpoint({
    method: "GET",
    path: "/platforms",
    scope: "any",
    documented: false,
    summary: "Platforms, how they count, and their limits",
    status: 200,
    data: z.array(Platform),
    errors: ["unauthorized"],
  }),
  getPracticeTimeline: defineEndpoint({
    method: "GET",
    path: "/practice/{username}",
    scope: "channels:read",
    documented: false,
    summary: "What stands on a practice channel, newest first",
    description:
      "For the organization that the channel belongs to; to everybody else it is not there. `published_urls` of posts on practice channels lead to pages that ask people to sign in.",
    params: z.object({ username: z.string() }),
    query: z.object({ before: z.string().max(100).optional(), item: z.string().max(100).optional() }),
    status: 200,
    data: PracticeTimeline,
    errors: ["invalid_request", "unauthorized", "forbidden", "not_found"],
  }),
} as const;

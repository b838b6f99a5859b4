import type { ContainerPlatform } from "#lib/service/channels/graph-api/media-container.ts";
import { isMediaNotFound, toRefusedOutcome } from "./responses.ts";

/** Containers of Threads: "Posts", "Troubleshooting", "Rate Limiting" of developers.facebook.com/docs/threads. */
export const threadsContainers: ContainerPlatform = {
  name: "Threads",
  version: "v1.0",
  edges: { create: "threads", publish: "threads_publish", limit: "threads_publishing_limit" },
  statusFields: { status: "status", reason: "error_message" },
  // "Rate Limiting": 250 posts and 1,000 replies in any 24 hours.
  getLimitPrefix: (part) => (part.parent === null ? "" : "reply_"),
  // "Posts": `image_url` on a public server; "Reference, Publishing": alt_text of up to 1,000 characters.
  getImageFields: (image, url) => ({
    media_type: "IMAGE",
    image_url: url,
    ...(image.alt !== "" && { alt_text: image.alt }),
  }),
  getItemFields: (part) => ({ text: part.text, ...(part.parent !== null && { reply_to_id: part.parent }) }),
  isMissing: isMediaNotFound,
  toRefusedOutcome,
};

import { api } from "#lib/contract/api.ts";
import type { ImageRequirements } from "#lib/contract/platforms/image-requirements.ts";
import { platforms } from "#lib/contract/platforms/platform-rules.ts";
import { listMentions } from "#lib/service/channels/mentions/list-mentions.ts";
import type { Context } from "#lib/service/core/context.ts";
import { Refusal } from "#lib/service/core/refusal.ts";
import { defineExternalRoute, defineRoute } from "#lib/service/http/define-route.ts";

const presentPlatforms = ({ connectorFor }: Context) =>
  platforms.map((rules) => ({
    slug: rules.slug,
    name: rules.name,
    counting: rules.counting,
    limit: rules.limit,
    byte_limit: rules.byteLimit,
    thread: rules.thread,
    max_parts: rules.maxParts,
    max_images: rules.images.max,
    image_types: [...rules.images.types],
    link_cards: rules.linkCards === true,
    take_down:
      connectorFor({ platform: rules.slug, practice: false })?.remove.can ??
      connectorFor({ platform: rules.slug, practice: true })?.remove.can ??
      false,
  }));

/** The size of the copy that a preview shows: its bytes travel within the answer. */
const previewImage: ImageRequirements = {
  types: ["image/jpeg"],
  maxBytes: 60_000,
  maxEdge: 640,
  maxPixels: null,
};

export const platformRoutes = [
  defineExternalRoute(api.readLinkPreview, async ({ context, query: { url } }) => {
    const page = await context.readLinkPage(url, previewImage);
    if ("why" in page) throw new Refusal("invalid_request", page.why, "url");
    const { title, description, image } = page;
    const copy = image && `data:${image.mime};base64,${Buffer.from(image.bytes).toString("base64")}`;
    return { data: { url, title, description, image: copy } };
  }),
  defineExternalRoute(api.listMentions, async ({ context, actor, query: { q, channel = [] } }) => ({
    data: await listMentions(context, actor, { q, channel }),
  })),
  defineRoute(api.listPlatforms, async ({ context }) => ({ data: presentPlatforms(context) })),
];

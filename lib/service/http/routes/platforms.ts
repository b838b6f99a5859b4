import { api } from "#lib/contract/api.ts";
import { platforms } from "#lib/contract/platforms/platform-rules.ts";
import type { Context } from "#lib/service/core/context.ts";
import { defineRoute } from "#lib/service/http/define-route.ts";

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
    take_down:
      connectorFor({ platform: rules.slug, practice: false })?.remove.can ??
      connectorFor({ platform: rules.slug, practice: true })?.remove.can ??
      false,
  }));

export const platformRoutes = [
  defineRoute(api.listPlatforms, async ({ context }) => ({ data: presentPlatforms(context) })),
];

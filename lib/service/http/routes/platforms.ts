import { api } from "#lib/contract/api";
import { platforms } from "#lib/contract/platforms";
import { on } from "../on.ts";

const data = platforms.map((rules) => ({
  slug: rules.slug,
  name: rules.name,
  counting: rules.counting,
  limit: rules.limit,
  byte_limit: rules.byteLimit,
  thread: rules.thread,
  max_parts: rules.maxParts,
  max_images: rules.images.max,
  image_types: [...rules.images.types],
}));

export const platformRoutes = [on(api.listPlatforms, async () => ({ data }))];

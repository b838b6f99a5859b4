import * as z from "zod";
import { api } from "#lib/contract/api.ts";
import { limits } from "#lib/contract/limits.ts";
import { defineTool, mapResult, refuseInput } from "#lib/mcp/mcp-tool.ts";

const media = api.uploadMedia.data;

export const mediaTools = [
  defineTool({
    name: "upload_image_from_url",
    title: "Upload an image",
    description:
      "Downloads one JPEG, PNG, WebP or GIF of at most 10 MB from a public https address and stores it. Its id goes into `media` of create_post. Describe the image in `alt` for people who can't see it.",
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
    scope: "media:write",
    input: z.object({
      url: z
        .string()
        .max(2_000)
        .meta({ description: "The image itself, not a page that shows it. Redirects are not followed." }),
      alt: api.describeMedia.body.shape.alt.optional(),
    }),
    output: media.pick({ id: true, type: true, url: true, width: true, height: true, alt: true }),
    async run({ url, alt }, { client, identity, readOutside }) {
      // A key that may not store images must not make this server call other addresses either.
      if (!identity.scopes.includes("media:write")) {
        return { error: { code: "forbidden", message: "This key does not have the scope media:write.", status: 403 } };
      }
      const image = await readOutside(url, limits.imageBytes);
      if ("why" in image) return refuseInput(`The image could not be downloaded. ${image.why}`, "url");
      const uploaded = await client.uploadMedia({ file: new Blob([new Uint8Array(image.bytes)]), name: "image" });
      const described = uploaded.ok && alt ? await client.describeMedia({ id: uploaded.ok.id, alt }) : uploaded;
      const { error } = described;
      if (error && uploaded.ok) {
        return { error: { ...error, safe: `The image is stored without a description: ${uploaded.ok.id}.` } };
      }
      const isRefused = error?.neverSent || error?.code === "quota_exceeded" || (error?.status ?? 500) < 500;
      if (error && !isRefused) {
        const next = "Wait a moment, then repeat the same call: an image that no post uses does no harm.";
        return { error: { ...error, safe: "No post was changed.", next } };
      }
      return mapResult(described, ({ id, type, url: stored, width, height, alt: text }) => ({
        id,
        type,
        url: stored,
        width,
        height,
        alt: text,
      }));
    },
  }),
];

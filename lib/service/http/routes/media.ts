import { api } from "#lib/contract/api";
import { createMedia } from "#lib/service/media/create-media";
import { describeMedia } from "#lib/service/media/describe-media";
import { getMediaUsage } from "#lib/service/media/media-quota";
import { presentMedia } from "#lib/service/media/present-media";
import { on } from "../on.ts";
import { onUpload } from "../on-upload.ts";

export const mediaRoutes = [
  on(api.getMediaUsage, async ({ context, actor }) => ({ data: await getMediaUsage(context, actor.memberId) })),
  onUpload(api.uploadMedia, async ({ context, actor, stored, tx }) => ({
    data: presentMedia(await createMedia(tx, actor, stored, context.clock), context.settings.origin),
  })),
  on(api.describeMedia, async ({ context, actor, params, body, tx }) => ({
    data: presentMedia(await describeMedia(tx, actor, params.id, body.alt), context.settings.origin),
  })),
];

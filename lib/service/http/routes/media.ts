import { api } from "#lib/contract/api.ts";
import { defineRoute } from "#lib/service/http/define-route.ts";
import { defineUploadRoute } from "#lib/service/http/define-upload-route.ts";
import { createMedia } from "#lib/service/media/create-media.ts";
import { describeMedia } from "#lib/service/media/describe-media.ts";
import { getMediaUsage } from "#lib/service/media/media-quota.ts";
import { presentMedia } from "#lib/service/media/present-media.ts";

export const mediaRoutes = [
  defineRoute(api.getMediaUsage, async ({ context, actor }) => ({
    data: await getMediaUsage(context, actor.memberId),
  })),
  defineUploadRoute(api.uploadMedia, async ({ context, actor, stored, tx }) => ({
    data: presentMedia(await createMedia(tx, actor, stored, context.clock), context.settings.origin),
  })),
  defineRoute(api.describeMedia, async ({ context, actor, params, body, tx }) => ({
    data: presentMedia(await describeMedia(tx, actor, params.id, body.alt), context.settings.origin),
  })),
];

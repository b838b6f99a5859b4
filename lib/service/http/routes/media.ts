import { api } from "#lib/contract/api";
import { createMedia } from "#lib/service/media/create-media";
import { presentMedia } from "#lib/service/media/present-media";
import { onUpload } from "../on-upload.ts";

export const mediaRoutes = [
  onUpload(api.uploadMedia, async ({ context, actor, stored, tx }) => ({
    data: presentMedia(await createMedia(tx, actor, stored, context.clock), context.settings.origin),
  })),
];

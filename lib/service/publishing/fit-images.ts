import type { PlatformImageRequirements, PublishOutcome, PublishError } from "#lib/service/channels/core/connector.ts";
import type { Log } from "#lib/service/core/log.ts";
import { ImageFitError } from "#lib/service/media/processing/fit-image.ts";
import type { FitStoredImage } from "#lib/service/media/processing/fitted-images.ts";
import type { LeasedPost } from "./delivery/leased-post.ts";

/** Puts the images of the post into the form that the account's platform takes; what came of it where one can't be. */
export async function fitPostImages(
  at: { post: LeasedPost; fitStored: FitStoredImage; log: Log },
  form: PlatformImageRequirements,
): Promise<Extract<PublishOutcome, { error: PublishError }> | null> {
  try {
    // One after the other: each waits for its turn, and a post has few.
    for (const [index, image] of at.post.images.entries()) at.post.images[index] = await at.fitStored(image, form);
    return null;
  } catch (error) {
    if (error instanceof ImageFitError) return { is: "rejected", error: { reason: "media", message: error.message } };
    at.log.warn({ err: error, postId: at.post.id }, "an image could not be fitted");
    return { is: "temporary", error: { reason: "media", message: "An image could not be read just now." } };
  }
}

import * as z from "zod";

const bytes = z.int().min(0);

/** Storage used by a member's images. A limit is null where there is none. */
export const MemberMediaUsage = z
  .object({
    bytes,
    bytes_max: bytes.nullable(),
    day_bytes: bytes.meta({ description: "Usage of the images uploaded in the last 24 hours." }),
    day_bytes_max: bytes.nullable(),
  })
  .meta({ id: "MediaUsage" });

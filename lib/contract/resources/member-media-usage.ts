import * as z from "zod";

const bytes = z.int().min(0);

/** Storage used by a member's images. A limit is null where there is none. */
export const MemberMediaUsage = z
  .object({
    bytes: bytes.describe("Bytes of all stored images."),
    bytes_max: bytes.nullable().describe("The limit of `bytes`. Null if there is none."),
    day_bytes: bytes.describe("Usage of the images uploaded in the last 24 hours."),
    day_bytes_max: bytes.nullable().describe("The limit of `day_bytes`. Null if there is none."),
  })
  .meta({ id: "MediaUsage" });

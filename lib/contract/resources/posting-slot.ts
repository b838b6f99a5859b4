import * as z from "zod";

/** A weekly time at which a member, or everyone of the organization, prefers to post. */
export const Slot = z
  .object({
    id: z.string().max(50).describe("An id that the client chooses, unique in its list."),
    weekday: z.int().min(1).max(7).describe("1 for Monday."),
    time: z
      .string()
      .regex(/^([01]\d|2[0-3]):[0-5]\d$/, "must be a time such as 09:30")
      .describe("Wall time in the zone of its list, such as 09:30."),
    channels: z.array(z.string().max(100)).max(100).describe("Channel ids. Empty for any channel."),
  })
  .meta({ id: "Slot" });

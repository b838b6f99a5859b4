import * as z from "zod";

/** What an account's own server allows, where it says so: it goes before the rules of its platform. */
export const ReportedLimits = z
  .object({
    characters: z.int().nullable().meta({ description: "Of a text." }),
    images: z.int().nullable().meta({ description: "Of a post." }),
    alt: z.int().nullable().optional().meta({ description: "Characters of an image's description." }),
    image_bytes: z.int().nullable().optional(),
    link: z.int().nullable().optional().meta({ description: "Characters that a link counts, however long it is." }),
  })
  .nullable()
  .meta({
    description: "Limits that the account's own server told, which go before its platform's; null where none did.",
  });

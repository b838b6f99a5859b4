import * as z from "zod";

/** An account that a text can mention. */
export const MentionedAccount = z
  .object({
    platform: z.string().describe("Slug of the platform."),
    username: z
      .string()
      .describe("What follows `@` in the text: `ada.example` on Bluesky, `ada@example.social` on Mastodon."),
    name: z.string().describe("Display name. Can be empty."),
  })
  .meta({ id: "MentionedAccount" });

import * as z from "zod";
import { limits } from "#lib/contract/limits.ts";

const text = (characters: number) => z.string().max(characters).nullable();

/** The author's choice about the card of a post's link. */
export const LinkCardChoice = z
  .object({
    url: z
      .string()
      .max(limits.linkCardUrlCharacters)
      .nullable()
      .describe(
        "The link of the text that gets the card. A part without it gets the card of its own first link. Null publishes without any card.",
      ),
    title: text(limits.linkCardTitleCharacters)
      .optional()
      .describe("The title to show. If omitted or null, the page's own."),
    description: text(limits.linkCardDescriptionCharacters)
      .optional()
      .describe("The description to show. If omitted or null, the page's own. An empty text shows none."),
  })
  .meta({ id: "LinkCardChoice" });

/** The answer of `GET /link-preview`: what a page says about itself. */
export const LinkPreview = z
  .object({
    url: z.string().describe("The link."),
    title: z.string().describe("The page's title."),
    description: z.string().describe("The page's description. Can be empty."),
    image: z
      .string()
      .nullable()
      .describe("A small copy of the page's image as a `data:` address. Null if the page has no usable image."),
  })
  .meta({ id: "LinkPreview" });

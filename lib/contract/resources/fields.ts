/** Fields that several resources share. */
import * as z from "zod";
import { limits } from "#lib/contract/limits.ts";
import { publishedUrlCharacters } from "#lib/contract/published-url.ts";
import { serverOnlyLimits } from "#lib/contract/server-only-limits.ts";

/** Offsets in use end at 14 h; PostgreSQL refuses the year 0 and offsets of 16 h and more with an error. */
const possible = /^(?!0000).*(?:Z|[+-](?:0\d|1[0-4]):\d\d)$/;

export const instant = z.iso
  .datetime({ offset: true })
  .refine((text) => possible.test(text), "must have an offset of at most 14 hours, and not the year 0")
  .describe("ISO 8601 date and time, always with Z or an offset.");

/** One line of text: no control characters, in a pattern that the regular expressions of every language read. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: a class such as \p{Cc} is not portable
export const oneLinePattern = /^[^\u0000-\u001f\u007f-\u009f]*$/;

/** The address of a part whose answer was lost, from the member who found it. */
export const confirmedUrl = z
  .string()
  .max(publishedUrlCharacters)
  .optional()
  .describe("With `is_there` for one post: the part's https address there.");

/** A member in an answer. */
export const personRef = z.object({
  id: z.string().describe("The membership id."),
  name: z.string().describe("The member's name."),
});

/** Why one row of a bulk request was refused. */
export const rowError = z
  .object({
    code: z.string().describe("One of the error codes of this API."),
    message: z.string().describe("The reason as a sentence for people."),
  })
  .describe("Why it was refused.");

/** The answer to a deletion. */
export const deletedAnswer = (resource: string) =>
  z.object({
    id: z.string().describe(`The id of the ${resource}.`),
    deleted: z.boolean().describe("True: it is deleted."),
  });

/** Returns the schema of a whole number in a query, which arrives as text; the OpenAPI description shows a number. */
export const wholeNumberParam = (from: number, to: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, "must be a whole number")
    .transform(Number)
    .pipe(z.int().min(from).max(to))
    .meta({ override: { type: "integer", minimum: from, maximum: to, pattern: undefined } });

const pageSize = { description: "The most results to return." };
const skip = { description: "The number of results to skip, for the pages after the first." };

/** The page of a list, in a query. */
export const pageFields = {
  limit: wholeNumberParam(1, limits.pageSizeMax).default(serverOnlyLimits.pageSizeDefault).meta(pageSize),
  offset: wholeNumberParam(0, limits.offsetMax).default(0).meta(skip),
};

/** The page of a list that begins with everything, in a query. */
export const optionalPageFields = (most: number) => ({
  limit: wholeNumberParam(1, most).optional().meta(pageSize),
  offset: wholeNumberParam(0, limits.offsetMax).optional().meta(skip),
});

/** The form of a text of several parts on a channel: a thread or one post. */
export const ThreadChoice = z.enum(["chain", "join"]).meta({ id: "ThreadChoice" });

/** The author's choices by channel id. */
export const ThreadChoices = z
  .record(z.string().max(100), ThreadChoice)
  .refine((chosen) => Object.keys(chosen).length <= serverOnlyLimits.channelsPerPost, "holds too many channels")
  .describe(
    "What becomes of the parts on a channel, by its id. `chain`: each part is a post of a thread; refused where the platform has no threads. `join`: all parts are one post; refused if it is too long. Without a choice: a thread on `x` and Nostr, elsewhere one post if it fits.",
  );

/** Seconds that posts to publish now wait, so that this can be undone. */
export const graceSeconds = z.int().min(0).max(serverOnlyLimits.graceSecondsMax).optional();

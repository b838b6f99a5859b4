import * as z from "zod";
import { limits } from "#lib/contract/limits.ts";

/** Rows of one result: more would crowd out a model's own work. */
const rowsMax = 20;

/** The part of a list's input that selects a page. */
export const pageInput = {
  limit: z
    .int()
    .min(1)
    .max(rowsMax)
    .default(rowsMax)
    .meta({ description: `Rows, at most ${rowsMax}.` }),
  offset: z.int().min(0).max(limits.offsetMax).default(0).meta({ description: "`next_offset` of the page before." }),
};

export const nextOffset = z.int().nullable().meta({ description: "The `offset` of the next page. Null on the last." });

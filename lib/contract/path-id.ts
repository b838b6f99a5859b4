import * as z from "zod";

const form = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * The id of a resource in a path, such as `post`. Every id is a UUID: a request with any other word is answered 404 with
 * this sentence before it reaches the database, which would refuse the word with an error.
 */
export const pathId = (resource: string) =>
  z
    .string()
    .regex(form, `The ${resource} was not found.`)
    .meta({ override: { type: "string", format: "uuid", pattern: undefined } });

import * as z from "zod";

const form = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Returns the schema of a resource id in a path, such as `post`. Every id is a UUID: any other text gets 404 with this
 * sentence before it reaches the database, which would refuse it with an error.
 */
export const pathId = (resource: string) =>
  z
    .string()
    .regex(form, `The ${resource} was not found.`)
    .meta({
      description: `The id of the ${resource}.`,
      override: { type: "string", format: "uuid", pattern: undefined },
    });

import * as z from "zod";
import { type Endpoint, endpoint } from "#lib/contract/endpoint";
import type { Route } from "../on.ts";
import { makeOpenApi } from "../openapi.ts";

/** The description describes the contract, and is itself not part of it: its answer has no envelope. */
const description: Endpoint = endpoint({
  method: "GET",
  path: "/openapi.json",
  scope: null,
  documented: false,
  summary: "This description",
  status: 200,
  data: z.unknown(),
  errors: [],
});

const made = new Map<string, string>();

export const descriptionRoutes: Route[] = [
  {
    endpoint: description,
    answer: async ({ context }) => {
      const { origin } = context.settings;
      const body = made.get(origin) ?? makeOpenApi(`${origin}/v1`);
      made.set(origin, body);
      return { status: 200, body };
    },
  },
];

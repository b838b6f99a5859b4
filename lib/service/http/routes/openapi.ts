import * as z from "zod";
import { type Endpoint, endpoint } from "#lib/contract/endpoint.ts";
import { createStaticDocument, type StaticDocument, selectForm } from "#lib/static-document.ts";
import { asKnown, type Route } from "#lib/service/http/define-route.ts";
import { makeOpenApi } from "#lib/service/http/openapi/openapi.ts";
import { parseQuery } from "#lib/service/http/request/parse-request.ts";

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

/** By origin. */
const made = new Map<string, Promise<StaticDocument>>();

export const descriptionRoutes: Route[] = [
  {
    endpoint: description,
    answer: (kit, arrived) =>
      asKnown(kit, description, arrived, async () => {
        parseQuery(description, arrived.search);
        const { origin } = kit.context.settings;
        const document = made.get(origin) ?? createStaticDocument(makeOpenApi(`${origin}/v1`), "application/json");
        made.set(origin, document);
        const { headers } = arrived.request;
        return selectForm(await document, {
          acceptEncoding: headers.get("accept-encoding"),
          ifNoneMatch: headers.get("if-none-match"),
        });
      }),
  },
];

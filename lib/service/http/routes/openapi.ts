import * as z from "zod";
import { defineEndpoint, type Endpoint } from "#lib/contract/endpoint.ts";
import { type Route, withAuthentication } from "#lib/service/http/define-route.ts";
import { createOpenApiDocument } from "#lib/service/http/openapi/openapi.ts";
import { parseQuery } from "#lib/service/http/request/parse-request.ts";
import {
  createPrecompressedDocument,
  type PrecompressedDocument,
  respondWithPrecompressedDocument,
} from "#lib/static-document.ts";

/** The endpoint of the API description. The contract does not have this endpoint: its response has no envelope. */
const openApiEndpoint: Endpoint = defineEndpoint({
  method: "GET",
  path: "/openapi.json",
  scope: null,
  documented: false,
  summary: "This description",
  status: 200,
  data: z.unknown(),
  errors: [],
});

const documentsByOrigin = new Map<string, Promise<PrecompressedDocument>>();

export const openApiRoutes: Route[] = [
  {
    endpoint: openApiEndpoint,
    answer: (kit, arrived) =>
      withAuthentication(kit, openApiEndpoint, arrived, async () => {
        parseQuery(openApiEndpoint, arrived.search);
        const { origin } = kit.context.settings;
        const document =
          documentsByOrigin.get(origin) ??
          createPrecompressedDocument(createOpenApiDocument(`${origin}/v1`), "application/json");
        documentsByOrigin.set(origin, document);
        const { headers } = arrived.request;
        return respondWithPrecompressedDocument(await document, {
          acceptEncoding: headers.get("accept-encoding"),
          ifNoneMatch: headers.get("if-none-match"),
        });
      }),
  },
];

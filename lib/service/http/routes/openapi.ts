import * as z from "zod";
import { defineEndpoint, type Endpoint } from "#lib/contract/endpoint.ts";
import {
  createPrecompressedDocument,
  type PrecompressedDocument,
  respondWithPrecompressedDocument,
} from "#lib/precompressed-document.ts";
import { type Route, withAuthentication } from "#lib/service/http/define-route.ts";
import { createOpenApiDocument, type OpenApiSubset } from "#lib/service/http/openapi/openapi.ts";
import { openApiTags } from "#lib/service/http/openapi/openapi-tags.ts";
import { parseQuery } from "#lib/service/http/request/parse-request.ts";

const OpenApiQuery = z.object({ tag: z.enum(openApiTags).optional(), core: z.enum(["0", "1"]).optional() });

/** The endpoint of the API description. The contract does not have this endpoint: its response has no envelope. */
const openApiEndpoint: Endpoint = defineEndpoint({
  method: "GET",
  path: "/openapi.json",
  scope: null,
  documented: false,
  summary: "This description",
  query: OpenApiQuery,
  status: 200,
  data: z.unknown(),
  errors: [],
});

/** One document for each subset, at most two for each tag. */
const documents = new Map<string, Promise<PrecompressedDocument>>();

function getDocument(origin: string, subset: OpenApiSubset): Promise<PrecompressedDocument> {
  const name = JSON.stringify([origin, subset.tag, subset.isCore]);
  const document =
    documents.get(name) ??
    createPrecompressedDocument(createOpenApiDocument(`${origin}/v1`, subset), "application/json");
  documents.set(name, document);
  return document;
}

export const openApiRoutes: Route[] = [
  {
    endpoint: openApiEndpoint,
    answer: (kit, arrived) =>
      withAuthentication(kit, openApiEndpoint, arrived, async () => {
        const { tag, core } = parseQuery(openApiEndpoint, arrived.search) as z.output<typeof OpenApiQuery>;
        const document = await getDocument(kit.context.settings.origin, { tag, isCore: core === "1" });
        const { headers } = arrived.request;
        return respondWithPrecompressedDocument(document, {
          acceptEncoding: headers.get("accept-encoding"),
          ifNoneMatch: headers.get("if-none-match"),
        });
      }),
  },
];

import { type ApiDescription, parseOpenApi } from "#components/api-docs/parse-open-api.ts";
import { getOpenApiDescription } from "#lib/gateway/openapi-description.ts";

type ApiReference = {
  reference: ApiDescription;
  /** Ends in /v1. */
  baseUrl: string;
  /** True for a service that does not describe itself. */
  isFallback: boolean;
  /** False while the service in this process does not answer: the page must not be stored. */
  isComplete: boolean;
};

/** Loads the description of the service; without one, that of the documented endpoints. */
export async function loadReference(): Promise<ApiReference> {
  const { baseUrl, description, fallback, isRemote } = await getOpenApiDescription();
  const own = parseOpenApi(description);
  const reference = own ?? parseOpenApi(fallback());
  if (!reference) throw new Error("the documented endpoints have no description");
  return { reference, baseUrl, isFallback: own === null, isComplete: own !== null || isRemote };
}

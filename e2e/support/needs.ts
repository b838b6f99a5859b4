import { test } from "playwright/test";
import { api, type EndpointName } from "#lib/contract/api.ts";
import type { Endpoint } from "#lib/contract/endpoint.ts";
import { isServiceOutside } from "./app-under-test.ts";

/** An endpoint beyond the documented ones, or a field or parameter of an endpoint such as `listPosts.q`. */
type ServiceNeed = EndpointName | `${EndpointName}.${string}`;

/**
 * States what the running test needs of the service beyond the document. Against a service that lacks it the test is
 * skipped, and the reason names what is missing.
 * @throws for an endpoint that every service has: such a test would be skipped for no reason
 */
export function needs(...all: [ServiceNeed, ...ServiceNeed[]]): void {
  const missing = all.map(describeNeed);
  test.info().skip(isServiceOutside, `The service has no ${missing.join(" and no ")}.`);
}

function describeNeed(need: ServiceNeed): string {
  const [name = "", field] = need.split(".");
  const endpoint = (api as Record<string, Endpoint>)[name];
  if (!endpoint) throw new Error(`No endpoint is called ${name}.`);
  const call = `${endpoint.method} ${endpoint.path}`;
  if (field === undefined) {
    if (endpoint.documented) throw new Error(`Every service has ${call}: remove it from needs().`);
    return call;
  }
  const fields = [endpoint.query, endpoint.body, endpoint.data].flatMap(getFieldNames);
  if (!fields.includes(field)) throw new Error(`${call} has no ${field}.`);
  return `${field} in ${call}`;
}

function getFieldNames(schema: unknown): string[] {
  const { shape, element } = (schema ?? {}) as { shape?: object; element?: unknown };
  return element === undefined ? Object.keys(shape ?? {}) : getFieldNames(element);
}

/** One example of an endpoint for the description and its tests: the request body and the answer's body. */
export type EndpointExample = { body?: object; answer: Record<string, unknown> };

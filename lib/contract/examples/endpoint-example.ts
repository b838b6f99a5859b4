/** One example of an endpoint, for the description and its tests: what is sent, and the answer's body. */
export type EndpointExample = { body?: object; answer: Record<string, unknown> };

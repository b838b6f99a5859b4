import { limits } from "#lib/contract/limits.ts";
import { createOpenApiDocument } from "#lib/service/http/openapi/openapi.ts";

/** The fields of the published API document, by schema; every other field is an addition of this service. */
const documentedFields: Readonly<Record<string, readonly string[]>> = {
  Identity: ["org", "membership", "scopes"],
  Channel: ["id", "platform", "name", "username", "verified"],
  Media: ["id", "type", "url"],
  NewPost: ["channels", "text", "thread", "media", "scheduled_for", "points", "draft"],
  Post: ["id", "status", "channel", "posts", "scheduled_for", "published_urls", "error", "created_at", "updated_at"],
  LeaderboardEntry: ["membership_id", "name", "level", "points"],
  Pagination: ["limit", "offset", "total"],
  Error: ["error"],
};
const listParameters = ["status", "limit", "offset"];

/** Sentences of the document in place of ours, which name additions. */
const fieldDescriptions: Readonly<Record<string, string>> = {
  scheduled_for:
    "When to publish: ISO 8601. If omitted, the post is published as soon as possible. A draft ignores it.",
  points: `Points claimed for the post, which an administrator reviews. Default: ${limits.pointsDefault}.`,
};
const operations: Readonly<Record<string, { description: string; parameters?: readonly string[] }>> = {
  getMe: { description: "Returns the organization and member that the key acts as, and its scopes." },
  listChannels: { description: "Lists all connected accounts that can be posted to." },
  uploadMedia: { description: "Uploads one image as the form field `file` and returns an id for `media` of a post." },
  createPosts: {
    description:
      "Publishes or schedules a post on one or more channels, or saves it as a draft. Returns one post per channel.",
  },
  listPosts: {
    description: "Lists your posts, newest first. A service may give the three parameters other names.",
    parameters: listParameters,
  },
  getPost: { description: "Returns one post.", parameters: ["id"] },
  deletePost: {
    description:
      "Deletes a draft or scheduled post. A published post is removed from the history only and stays on its platform.",
    parameters: ["id"],
  },
  getLeaderboard: { description: "Lists the members by all-time approved points." },
};

const prose = `
## Keys
Send \`Authorization: Bearer KEY\` or \`x-api-key: KEY\`. A missing, invalid or revoked key returns 401. A key acts on behalf of
the member who created it.

## Answers
A successful response is \`{"data": …}\`; a list of posts also has \`pagination\`. An error is
\`{"error": {"code", "message"}}\`: 400 \`invalid_request\`, 401 \`unauthorized\`, 404 \`not_found\`. A service may have more.

## Safe to repeat
The documented endpoints promise no idempotency keys. After a lost answer to \`POST /posts\`, read \`GET /posts\` before you send
it again.
`.trim();

type Json = Record<string, unknown>;
const object = (value: unknown): Json => (typeof value === "object" && value !== null ? (value as Json) : {});

/**
 * Creates the description of a service that does not describe itself: the eight documented endpoints of the contract
 * with their documented fields, and nothing that only this service adds.
 */
export function createDocumentedEndpointsOpenApi(serverUrl: string): string {
  const document = object(JSON.parse(createOpenApiDocument(serverUrl, { isCore: true })));
  const info = object(document["info"]);
  const schemas = object(object(document["components"])["schemas"]);
  for (const [name, schema] of Object.entries(schemas)) {
    const fields = documentedFields[name];
    if (fields) keepFields(object(schema), fields);
    else delete schemas[name];
  }
  for (const path of Object.values(object(document["paths"]))) {
    for (const operation of Object.values(object(path))) keepDocumented(object(operation));
  }
  return JSON.stringify({
    ...document,
    info: { title: "Publishing service", version: info["version"], description: prose },
  });
}

function keepFields(schema: Json, fields: readonly string[]): void {
  const properties = object(schema["properties"]);
  const kept = Object.entries(properties).filter(([name]) => fields.includes(name));
  schema["properties"] = Object.fromEntries(
    kept.map(([name, field]) => {
      const description = fieldDescriptions[name];
      return [name, description ? { type: object(field)["type"] ?? "string", description } : field];
    }),
  );
}

function keepDocumented(operation: Json): void {
  const { description = "", parameters = [] } = operations[String(operation["operationId"])] ?? {};
  const described = (operation["parameters"] as Json[] | undefined) ?? [];
  operation["parameters"] = described.filter(({ name }) => parameters.includes(String(name)));
  operation["description"] = description;
  delete operation["x-scope"];
  const responses = object(operation["responses"]);
  for (const status of Object.keys(responses)) if (!/^(2..|400|401|404)$/.test(status)) delete responses[status];
  for (const response of Object.values(responses)) {
    // Examples have every field of ours.
    for (const media of Object.values(object(object(response)["content"]))) delete object(media)["example"];
  }
}

import { expect, test } from "vitest";
import { createDocumentedEndpointsOpenApi } from "./documented-endpoints-openapi.ts";

const description = JSON.parse(createDocumentedEndpointsOpenApi("https://service.example/v1"));

test("the description of an undescribed service has the eight documented endpoints and their documented fields only", () => {
  const operations = Object.entries<Record<string, { parameters: { name: string }[] }>>(description.paths).flatMap(
    ([path, methods]) =>
      Object.entries(methods).map(
        ([method, { parameters }]) =>
          `${method.toUpperCase()} ${path}${parameters.length > 0 ? `?${parameters.map(({ name }) => name).join(",")}` : ""}`,
      ),
  );
  expect(operations.toSorted()).toEqual([
    "DELETE /posts/{id}?id",
    "GET /channels",
    "GET /leaderboard",
    "GET /me",
    "GET /posts/{id}?id",
    "GET /posts?status,limit,offset",
    "POST /media",
    "POST /posts",
  ]);
  const fields = Object.entries<{ properties: object }>(description.components.schemas).map(
    ([name, { properties }]) => `${name}: ${Object.keys(properties).join(" ")}`,
  );
  expect(fields.toSorted()).toEqual([
    "Channel: id platform name username verified",
    "Error: error",
    "Identity: org membership scopes",
    "LeaderboardEntry: membership_id name level points",
    "Media: id type url",
    "NewPost: channels text thread media scheduled_for points draft",
    "Pagination: limit offset total",
    "Post: id status channel posts scheduled_for published_urls error created_at updated_at",
  ]);
});

test("the description of an undescribed service names no addition of this one", () => {
  const text = JSON.stringify(description);
  for (const addition of ["next-slot", "Idempotency-Key", "media_urls", "x-scope", "posts:write", "drafts_only"])
    expect(text).not.toContain(addition);
  for (const path of Object.values<Record<string, { description: string }>>(description.paths))
    for (const operation of Object.values(path)) expect(operation.description).toMatch(/\.$/);
});

import { expect, test } from "vitest";
import { supportedPlatforms } from "#lib/service/channels/platforms/registry.ts";
import { systemClock } from "#lib/service/core/clock.ts";
import { createSealer } from "#lib/service/core/sealer.ts";
import { findImageAddressProblem } from "./image-address.ts";

test("an account is told of an address that can't be reached where its platform fetches images from it", async () => {
  const server = {
    settings: { origin: "https://posts.example.org" },
    sealer: createSealer("the secret that seals in tests, 32 and more"),
    clock: systemClock,
    readOutside: () => Promise.resolve({ why: "No server answered." }),
  } as unknown as Parameters<typeof findImageAddressProblem>[0];
  const told = await Promise.all(
    supportedPlatforms.map(async (platform) => [
      platform.connector.slug,
      await findImageAddressProblem(server, platform),
    ]),
  );
  const problems = told.filter(([, problem]) => problem !== null);
  expect(problems.map(([slug]) => slug).sort()).toEqual(["instagram", "slack", "threads"]);
  for (const [, problem] of problems) expect(problem).toContain("https://posts.example.org couldn't be reached");
});

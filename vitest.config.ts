import path from "node:path";
import { defaultExclude, defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** The slowest tests of `npm test`. They start first, because a slow test that starts last runs on alone. */
const slowest = [
  "db/embedded/embedded-postgres.test",
  "/server.test",
  "publishing/crash.test",
  "posts/read/export-posts",
  "practice/practice-outcomes",
  "unconfirmed/never-twice",
];

/**
 * Puts the slowest tests first and leaves the rest in Vitest's order, which on a fresh clone knows no times and uses
 * file sizes. Vitest reuses a process only for a file of the same project, so all tests of the screen come last.
 */
class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const placeOf = ({ moduleId, project }: TestSpecification) => {
      if (project.name === "screen") return slowest.length + 1;
      const at = slowest.findIndex((name) => moduleId.includes(name));
      return at === -1 ? slowest.length : at;
    };
    return (await super.sort(files)).toSorted((one, other) => placeOf(one) - placeOf(other));
  }
}

/**
 * For tests that change only what they create themselves: a process for each file took more than half of the time of
 * most.
 */
const each = {
  isolate: false,
  setupFiles: ["./.ci/fail-on-console-error.ts", "./.ci/seed-property-tests.ts"],
  testTimeout: 20_000,
  hookTimeout: 20_000,
  // The default is one second, which a process on a busy machine may spend suspended.
  expect: { poll: { timeout: 15_000 } },
};
const inBrowserToo = ["lib/{text,time,contract}/**/*.test.ts"];
const screen = ["components/**/*.test.{ts,tsx}", "app/**/*.test.ts", ...inBrowserToo];
/** A test of the screen's code that takes as long as a test of the service: it starts among them. */
const longest = "components/composer/submit/unconfirmed/never-twice.test.ts";
const service = ["lib/**/*.test.ts", "packages/tests/*.test.ts", "server*.test.ts", ".ci/image/*.test.ts", longest];
/**
 * Tests that install foreign servers and clients from the registry, or kill and race at random for minutes.
 * `npm run test:deep` runs them.
 */
const deep = [
  "lib/service/publishing/{kill,race}-*.test.ts",
  "lib/service/channels/platforms/bluesky/{connector,delivery,link-card,oauth-access,oauth-sign-in,official-client}.test.ts",
  "lib/service/channels/platforms/nostr/other-software.test.ts",
  "lib/service/channels/platforms/x/official-client.test.ts",
  "lib/service/media/storage/s3-server.test.ts",
  "packages/tests/generated-clients.test.ts",
];

export default defineConfig({
  test: {
    globalSetup: ["./lib/service/db/testing/test-cluster.ts"],
    pool: "forks",
    // Halves the start of the programs that tests run, such as a platform's server (0.18 s to 0.09 s of CPU time).
    env: { NODE_COMPILE_CACHE: path.join(import.meta.dirname, "node_modules/.cache/postwright") },
    maxWorkers: 2,
    sequence: { sequencer: SlowestFirst },
    projects: [
      { extends: true, test: { name: "screen", include: screen, exclude: [...defaultExclude, longest], ...each } },
      {
        extends: true,
        test: { name: "service", include: service, exclude: [...defaultExclude, ...inBrowserToo, ...deep], ...each },
      },
      { extends: true, test: { name: "deep", include: deep, ...each } },
    ],
  },
});

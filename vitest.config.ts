import path from "node:path";
import { defaultExclude, defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * The slowest tests, ordered by seconds on an idle machine. They start first, because a slow test that starts last runs
 * on alone for minutes.
 */
const slowest = [
  "publishing/kill-embedded",
  "publishing/kill-apart",
  "publishing/race-embedded",
  "publishing/race-apart",
  "db/embedded/embedded-postgres.test",
  "/server.test",
  "publishing/crash.test",
  "posts/read/export-posts",
  "practice/practice-outcomes",
  "unconfirmed/never-twice",
];

/**
 * Tests whose servers' packages are installed in the meantime: started earlier, they would block a worker while they
 * wait; started last, they would run on alone.
 */
const whenInstalled = ["platforms/bluesky/", "nostr/other-software", "media/storage/s3", "tests/generated-clients"];

/**
 * Puts the slowest tests first and leaves the rest in Vitest's order, which on a fresh clone knows no times and uses
 * file sizes. Vitest reuses a process only for a file of the same project, so all browser tests come last.
 */
class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const placeOf = ({ moduleId }: TestSpecification) => {
      const at = slowest.findIndex((name) => moduleId.includes(name));
      return at === -1 ? slowest.length : at;
    };
    const sorted = (await super.sort(files)).toSorted((one, other) => placeOf(one) - placeOf(other));
    const waits = ({ moduleId }: TestSpecification) => whenInstalled.some((name) => moduleId.includes(name));
    const isOfScreen = ({ project }: TestSpecification) => project.name === "screen";
    const others = sorted.filter((file) => !waits(file) && !isOfScreen(file));
    // The first third takes the slowest tests, which is longer than the installations.
    return [
      ...others.toSpliced(Math.floor(others.length / 3), 0, ...sorted.filter(waits)),
      ...sorted.filter(isOfScreen),
    ];
  }
}

/**
 * For tests that change only what they create themselves: a process for each file took more than half of the time of
 * most.
 */
const each = {
  isolate: false,
  setupFiles: ["./.ci/fail-on-console-error.ts"],
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

export default defineConfig({
  test: {
    globalSetup: ["./lib/service/db/testing/test-cluster.ts"],
    pool: "forks",
    // Halves the start of the programs that tests run, such as a platform's server (0.18 s to 0.09 s of CPU time).
    env: { NODE_COMPILE_CACHE: path.join(import.meta.dirname, "node_modules/.cache/postwright") },
    // With four workers, two usually wait for a killed server to return or for a time to come; with two, two cores
    // were idle part of the time.
    maxWorkers: 4,
    sequence: { sequencer: SlowestFirst },
    projects: [
      { extends: true, test: { name: "screen", include: screen, exclude: [...defaultExclude, longest], ...each } },
      {
        extends: true,
        test: { name: "service", include: service, exclude: [...defaultExclude, ...inBrowserToo], ...each },
      },
    ],
  },
});

import { defaultExclude, defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** What takes longest, by the seconds of a quiet machine: begun last, one of them would run on alone for minutes. */
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
];

/**
 * Their servers' packages are installed meanwhile: begun earlier, they would keep others from being run and wait. At the end
 * they would run on alone.
 */
const inTheMiddle = ["platforms/bluesky/", "media/storage/s3"];

/**
 * Puts the slowest first; the rest as Vitest would have it, which on a fresh clone knows no times and goes by size. A process
 * is kept for the next file where that is of the same project: what runs in the browser comes last, all of it.
 */
class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const placeOf = ({ moduleId }: TestSpecification) => {
      const at = slowest.findIndex((name) => moduleId.includes(name));
      return at === -1 ? slowest.length : at;
    };
    const sorted = (await super.sort(files)).toSorted((one, other) => placeOf(one) - placeOf(other));
    const waits = ({ moduleId }: TestSpecification) => inTheMiddle.some((name) => moduleId.includes(name));
    const isOfScreen = ({ project }: TestSpecification) => project.name === "screen";
    const others = sorted.filter((file) => !waits(file) && !isOfScreen(file));
    return [...others.toSpliced(others.length >> 1, 0, ...sorted.filter(waits)), ...sorted.filter(isOfScreen)];
  }
}

/** They change nothing but what they make: a process for each file was more than half of the time of most. */
const each = {
  isolate: false,
  setupFiles: ["./.ci/fail-on-console-error.ts"],
  testTimeout: 20_000,
  hookTimeout: 20_000,
  // Unless told, a second: as long as a busy machine lets a process stand still.
  expect: { poll: { timeout: 15_000 } },
};
const screen = ["components/**/*.test.{ts,tsx}", "app/**/*.test.ts", "lib/{text,time,contract}/**/*.test.ts"];
const service = ["lib/**/*.test.ts", "server*.test.ts"];

export default defineConfig({
  test: {
    globalSetup: ["./lib/service/db/testing/test-cluster.ts"],
    pool: "forks",
    // Of three one waits, for a killed server to be back or a time to come: with two of them two cores stood still a while.
    maxWorkers: 3,
    sequence: { sequencer: SlowestFirst },
    projects: [
      { extends: true, test: { name: "screen", include: screen, ...each } },
      { extends: true, test: { name: "service", include: service, exclude: [...defaultExclude, ...screen], ...each } },
    ],
  },
});

import { createRequire } from "node:module";
import { expect, test } from "vitest";
import { passwordLength } from "./password-hashing.ts";
import { requireStrongPassword } from "./require-strong-password.ts";

type Lists = { dictionary: Record<string, string[]> };
const { dictionary } = createRequire(import.meta.url)("@zxcvbn-ts/language-common") as Lists;

test("every password of the packaged list of common passwords is rejected, whatever its length", () => {
  const list = dictionary["passwords-common"] ?? [];
  expect(list.length).toBeGreaterThan(49_000);
  const long = list.filter((password) => password.length >= passwordLength.min);
  expect(long.length).toBeGreaterThan(1_000);
  // Each password takes about a millisecond, so the test takes a sample, from the most used to the least.
  const some = [...list.slice(0, 100), ...long.filter((_, at) => at % 20 === 0), ...long.slice(-50)];
  const accepted = some.filter((password) => {
    try {
      requireStrongPassword(password, []);
      return true;
    } catch {
      return false;
    }
  });
  expect(accepted).toEqual([]);
});

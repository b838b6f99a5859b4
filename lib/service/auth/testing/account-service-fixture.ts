import { afterAll, beforeAll } from "vitest";
import { type AccountFixture, openAccountFixture, testVisitor } from "./account-fixture.ts";

/** Opens a service with accounts before the tests of a file and closes it after them. Its properties exist from the first test on. */
export function provideAccountService(): AccountFixture {
  const at = {} as AccountFixture;
  beforeAll(async () => {
    Object.assign(at, await openAccountFixture());
  });
  afterAll(() => at.service.close());
  return at;
}

/**
 * @returns a function that returns an e-mail and a visitor with an address that no other test of the file uses:
 * attempts are counted by both.
 */
export function createFreshPerson(name: string) {
  let number = 0;
  return () => {
    number += 1;
    return { email: `${name}${number}@example.org`, from: { ...testVisitor, address: `198.51.100.${number}` } };
  };
}

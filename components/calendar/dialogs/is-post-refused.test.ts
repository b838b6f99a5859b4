import { expect, test } from "vitest";
import { isPostRefused } from "./is-post-refused.ts";

const [invalid, missing] = [{ status: 400 }, { status: 404 }];
const [signedOut, inProgress, limited] = [{ status: 401 }, { status: 409 }, { status: 429 }];
const [unsent, lost, unavailable] = [{ status: null, neverSent: true }, { status: null }, { status: 503 }];

test("a first request that was refused or never sent created no post, a lost one may have", () => {
  for (const failure of [invalid, missing, signedOut, inProgress, limited, unsent])
    expect(isPostRefused(failure, false)).toBe(true);
  for (const failure of [lost, unavailable]) expect(isPostRefused(failure, false)).toBe(false);
});

test("after a lost answer only a refusal of the post itself is certain", () => {
  for (const failure of [invalid, missing]) expect(isPostRefused(failure, true)).toBe(true);
  for (const failure of [signedOut, inProgress, limited, unsent, lost, unavailable])
    expect(isPostRefused(failure, true)).toBe(false);
});

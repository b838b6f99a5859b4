import { expect, test } from "vitest";
import { getPasskeyErrorMessage } from "./passkey-errors.ts";

test("each passkey error of a browser becomes one or two sentences, and a cancellation none", () => {
  const domException = (name: string) => Object.assign(new Error("internal words"), { name });
  expect(getPasskeyErrorMessage(Object.assign(new Error("x"), { code: "ERROR_CEREMONY_ABORTED" }))).toBeNull();
  for (const error of [domException("NotAllowedError"), domException("SecurityError"), new Error("internal words")]) {
    expect(getPasskeyErrorMessage(error)).toMatch(/^[A-Z].*\.$/);
    expect(getPasskeyErrorMessage(error)).not.toContain("internal");
  }
  expect(getPasskeyErrorMessage(domException("SecurityError"))).toMatch(/at its configured address/);
});

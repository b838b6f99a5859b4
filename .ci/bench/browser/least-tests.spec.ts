import { test } from "../../../e2e/support/fixtures.ts";

for (let at = 1; at <= Number(process.env["LEAST_TESTS"]); at += 1)
  test(`page ${at}`, async ({ signedInPage }) => {
    await signedInPage.goto("/posts");
  });

import { expect, type Page } from "playwright/test";
import type { E2eApp } from "./start-app.ts";

export const ownerPassword = "correct horse battery staple lamp";

/** A separate app of a spec whose first owner account is unclaimed. */
export type AppWithSetupLink = Pick<E2eApp, "origin" | "key" | "output">;

/** Sets the first owner's password with the link that the start printed, and signs in with it. */
export async function signInAsOwner(page: Page, app: AppWithSetupLink, password = ownerPassword): Promise<void> {
  const printed = () => /http:\/\/\S+\/reset\?token=\S+/.exec(app.output())?.[0] ?? "";
  await expect.poll(printed).not.toBe("");
  await page.goto(printed());
  await page.getByLabel("New password").fill(password);
  await page.getByRole("button", { name: "Set this password" }).click();
  // Leaving the page earlier can cut off the request.
  await expect(page.getByText("Your new password is set.")).toBeVisible({ timeout: 20_000 });
  await signInByPassword(page, "ada@example.org", password);
}

/** Signs in with e-mail and password through the form. */
export async function signInByPassword(page: Page, email: string, password: string): Promise<void> {
  if (new URL(page.url()).pathname !== "/sign-in") await page.goto("/sign-in");
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL((url) => !url.pathname.startsWith("/sign-in"));
}

import { expectAccessible } from "../support/accessibility.ts";
import { expect } from "../support/fixtures.ts";
import { callApi } from "../support/isolated-app-fixture.ts";
import { test } from "../support/mail-fixture.ts";
import { joinAsPerson } from "../support/person-fixture.ts";

const password = "correct horse battery staple lamp";
const better = "seven purple elephants whisper";
// Requests of the ended session are refused.
test.use({ expectedErrors: [/401 \(Unauthorized\)/] });

/** Finds the link in a raw e-mail, whose long lines are folded. */
const linkIn = (letter: string) =>
  /https?:\/\/\S+\/reset\?token=[0-9A-Za-z]+/.exec(letter.replace(/=\r?\n/g, "").replaceAll("=3D", "="))?.[0] ?? "";

test("a reset link from an e-mail works once and signs out every browser", async ({
  page,
  browser,
  app,
  mail,
  watch,
}) => {
  test.setTimeout(120_000);
  const { url } = await callApi<{ url: string }>(app, "POST", "/invitations", { role: "member" });
  const context = await browser.newContext({ baseURL: app.origin });
  const elsewhere = await context.newPage();
  watch(elsewhere);
  await elsewhere.goto(url);
  await elsewhere.getByLabel("Your name").fill("Grace Hopper");
  await elsewhere.getByLabel("E-mail").fill("grace@example.org");
  await elsewhere.getByLabel("Password").fill(password);
  await elsewhere.getByRole("button", { name: "Join Test House" }).click();
  await elsewhere.waitForURL("/");

  await page.goto("/sign-in");
  await page.getByRole("link", { name: "Forgot your password?" }).click();
  await expect(page.getByRole("heading", { name: "Reset your password" })).toBeVisible();
  await expectAccessible(page);
  // An unknown address gets the same message, and no e-mail.
  for (const typed of ["nobody@example.org", "Grace@Example.org"]) {
    await page.getByLabel("E-mail").fill(typed);
    await page.getByRole("button", { name: "Send me a link" }).click();
    await expect(
      page.getByRole("status").filter({ hasText: "If there is an account with this address" }),
    ).toBeVisible();
  }
  await expectAccessible(page);
  await expect.poll(() => mail.letters.length).toBe(1);
  const [letter = ""] = mail.letters;
  expect(letter).toContain("To: Grace Hopper <grace@example.org>");
  const link = linkIn(letter);

  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(link);
  await expect(page.getByText("For grace@example.org. This signs you out everywhere.")).toBeVisible();
  await page.getByLabel("New password").fill("grace hopper");
  await page.getByRole("button", { name: "Set this password" }).click();
  await expect(page.getByLabel("New password")).toHaveAccessibleDescription(/name|guess/);
  await expectAccessible(page);
  await page.getByLabel("New password").fill(better);
  await page.getByRole("button", { name: "Set this password" }).click();
  await expect(page.getByText("Your new password is set. Sign in with it.")).toBeVisible();
  await expectAccessible(page);

  await elsewhere.goto("/posts").catch(() => undefined);
  await expect(elsewhere.getByText("Your session ended.")).toBeVisible();
  await page.getByLabel("E-mail").fill("grace@example.org");
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByText("Wrong e-mail or password.")).toBeVisible();
  await page.getByLabel("Password").fill(better);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page).toHaveURL("/");
  await page.goto(link);
  await expect(page.getByRole("heading", { name: "This link doesn't work" })).toBeVisible();
  await expectAccessible(page);
  await context.close();
});

test("an administrator makes a link for a member who can't read e-mail, and is told for whom there is none", async ({
  page,
  browser,
  app,
  watch,
}) => {
  test.setTimeout(120_000);
  await joinAsPerson(page, app, { name: "Ida Rhodes", email: "ida@example.org", role: "admin" });
  const { url } = await callApi<{ url: string }>(app, "POST", "/invitations", { role: "member" });
  const context = await browser.newContext({ baseURL: app.origin });
  const joan = await context.newPage();
  watch(joan);
  await joan.goto(url);
  await joan.getByLabel("Your name").fill("Joan Clarke");
  await joan.getByLabel("E-mail").fill("joan@example.org");
  await joan.getByLabel("Password").fill(password);
  await joan.getByRole("button", { name: "Join Test House" }).click();
  await joan.waitForURL("/");

  await page.goto("/members");
  await page.getByRole("button", { name: "Edit Joan Clarke" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Create reset link" }).press("Enter");
  await expect(page.locator(":focus")).toContainText("Your link is ready.");
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: "dark" });
  await expectAccessible(page);
  const link = (await dialog.getByText(/^http.+\/reset\?token=[0-9A-Za-z]{43,}$/).textContent()) ?? "";
  await page.keyboard.press("Escape");

  await joan.goto(link);
  await joan.getByLabel("New password").fill(better);
  await joan.getByRole("button", { name: "Set this password" }).click();
  await expect(joan.getByText("Your new password is set. Sign in with it.")).toBeVisible();
  await joan.getByLabel("E-mail").fill("joan@example.org");
  await joan.getByLabel("Password").fill(better);
  await joan.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(joan).toHaveURL("/");

  // A person gets no link for their own password: they change it on their profile.
  await page.getByRole("button", { name: "Edit Ida Rhodes" }).click();
  await expect(page.getByRole("dialog").getByRole("button", { name: "Create reset link" })).toHaveCount(0);
  await context.close();
});

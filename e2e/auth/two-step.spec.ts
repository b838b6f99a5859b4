import { Secret, TOTP } from "otpauth";
import type { Page } from "playwright/test";
import { expectAccessible } from "../support/accessibility.ts";
import { expect } from "../support/fixtures.ts";
import { callApi } from "../support/isolated-app-fixture.ts";
import {
  ageIdentityProofs,
  createPersonTest,
  joinAsPerson,
  person,
  personPassword,
  signInPersonByPassword,
} from "../support/person-fixture.ts";
import { plugInVirtualAuthenticator } from "../support/virtual-authenticator.ts";

const test = createPersonTest();
// Until it renders again, the page of a former administrator still requests the number of waiting claims.
test.use({ expectedErrors: [/status of 404 .*\/read\/claims-waiting/] });
test.describe.configure({ mode: "serial" });

test("a new key asks by keyboard who one is after 10 minutes, and then goes on with everything that was typed", async ({
  signedInPage: page,
  app,
}) => {
  await ageIdentityProofs(app.dataDir ?? "");
  await page.goto("/profile#keys");
  await page.getByRole("region", { name: "API keys" }).getByRole("button", { name: "New key" }).press("Enter");
  await page.getByLabel("Name", { exact: true }).fill("Robot of the release");
  await page.getByLabel("Name", { exact: true }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Confirm it's you" });
  await expect(dialog.getByLabel("Your password")).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.type("not my password");
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("alert")).toHaveText("This is not your password.");
  await expectAccessible(page);
  // Declined: nothing is created, and the typed text is still there.
  await page.keyboard.press("Escape");
  await expect(page.getByText("You didn't confirm that it's you, so nothing was changed.").first()).toBeVisible();
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Robot of the release");
  await page.getByLabel("Name", { exact: true }).press("Enter");
  await expect(dialog.getByLabel("Your password")).toBeFocused();
  await page.keyboard.type(personPassword);
  await page.keyboard.press("Enter");
  await expect(page.locator(":focus")).toContainText("Robot of the release is ready.");
  await expectAccessible(page);
  // The confirmation is valid for 10 minutes.
  await page.getByRole("button", { name: "Rotate Robot of the release" }).click();
  await page.getByRole("button", { name: "Rotate key" }).click();
  await expect(page.locator(":focus")).toContainText("Robot of the release");
  await expect(dialog).toHaveCount(0);
});

/** The authenticator app of this file's person, and the last of its 30 s steps whose code was used. */
let app: TOTP | null = null;
let lastStep = 0;
let recoveryCode = "";
const stepMs = 30_000;
const section = (page: Page) => page.getByRole("region", { name: "Sign-in security" });

/** No code is accepted twice. The service takes a code of the next step too, so only the third code of a minute waits. */
async function freshCode(): Promise<string> {
  const getStep = () => Math.floor(Date.now() / stepMs);
  while (lastStep > getStep()) await new Promise((resolve) => setTimeout(resolve, 200));
  lastStep = Math.max(lastStep + 1, getStep());
  return app?.generate({ timestamp: lastStep * stepMs }) ?? "";
}

async function setUp(page: Page): Promise<void> {
  const key = (await page.getByText(/^([A-Z2-7]{4} ?){8}$/).textContent())?.replaceAll(" ", "") ?? "";
  app = new TOTP({ secret: Secret.fromBase32(key) });
  lastStep = 0;
  await page.getByLabel("Authentication code").fill(await freshCode());
  await page.getByLabel("Authentication code").press("Enter");
}

test("two-step verification is set up by keyboard, and its recovery codes are shown once", async ({
  signedInPage: page,
}) => {
  await page.goto("/profile#ways");
  await section(page).getByRole("button", { name: "Set up two-step verification" }).press("Enter");
  await expect(page.locator(":focus")).toHaveText("Set up your authenticator app");
  const qr = page.getByRole("img", { name: /QR code/ });
  await expect(qr).toBeVisible();
  // Cameras need dark modules on a light background, even on a dark page.
  await page.emulateMedia({ colorScheme: "dark" });
  await expect(qr.locator("rect")).toHaveCSS("fill", "rgb(255, 255, 255)");
  await expect(qr.locator("path")).toHaveCSS("fill", "rgb(0, 0, 0)");
  await page.emulateMedia({ colorScheme: "light" });
  await expectAccessible(page);
  await page.getByLabel("Authentication code").fill("000000");
  await page.getByLabel("Authentication code").press("Enter");
  await expect(page.getByLabel("Authentication code")).toHaveAccessibleDescription(/doesn't match/);
  await expectAccessible(page);
  await setUp(page);
  await expect(page.locator(":focus")).toHaveText("Save your recovery codes");
  const codes = page.getByRole("list", { name: "Recovery codes" }).getByRole("listitem");
  await expect(codes).toHaveCount(10);
  recoveryCode = (await codes.first().textContent()) ?? "";
  await page.emulateMedia({ colorScheme: "dark" });
  await expectAccessible(page);
  await page.getByRole("button", { name: "I saved these codes" }).press("Enter");
  await expect(page.getByText("10 recovery codes are left.")).toBeVisible();
  await expectAccessible(page);
  await page.reload();
  await expect(page.getByText(recoveryCode)).toHaveCount(0);
  await expect(page.getByText(/^Turned on (just now|now|\d+ (s|min) ago)/)).toBeVisible();

  // Turned off, the focus stays in the section, and it can be set up again.
  await section(page).getByRole("button", { name: "Turn off" }).press("Enter");
  await page.getByRole("dialog").getByRole("button", { name: "Turn off" }).press("Enter");
  const begin = section(page).getByRole("button", { name: "Set up two-step verification" });
  await expect(begin).toBeFocused();
  await begin.press("Enter");
  await setUp(page);
  recoveryCode = (await codes.first().textContent()) ?? "";
  await page.getByRole("button", { name: "I saved these codes" }).press("Enter");
  await expect(page.getByText("10 recovery codes are left.")).toBeVisible();
});

test("a sign-in by password asks for a code, goes where it was going, and takes a recovery code once", async ({
  page,
  app: service,
}) => {
  test.setTimeout(120_000);
  await ageIdentityProofs(service.dataDir ?? "");
  lastStep = 0;
  await page.goto("/sign-in?next=/drafts");
  await page.getByLabel("E-mail").fill(person.email);
  await page.getByLabel("Password").fill(personPassword);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Two-step verification" })).toBeVisible();
  await expectAccessible(page);
  // No page is accessible yet.
  await page.goto("/drafts");
  await expect(page).toHaveURL(/\/sign-in\?next=/);
  await page.goto("/sign-in/code");
  await page.getByLabel("Authentication code").fill("000000");
  await page.getByRole("button", { name: "Verify" }).click();
  await expect(page.getByLabel("Authentication code")).toHaveAccessibleDescription(/wrong or was already used/);
  await expect(page.getByLabel("Authentication code")).toHaveValue("000000");
  await page.getByLabel("Authentication code").fill(await freshCode());
  await page.getByLabel("Authentication code").press("Enter");
  await expect(page).toHaveURL("/drafts");

  for (const outcome of ["signed in", "already used"]) {
    // An open page would request its events without a session.
    await page.goto("about:blank");
    await page.context().clearCookies();
    await signInPersonByPassword(page, person.email);
    await page.getByRole("link", { name: "Use a recovery code" }).click();
    await page.getByLabel("Recovery code").fill(recoveryCode);
    await page.getByRole("button", { name: "Verify" }).click();
    if (outcome === "signed in") await expect(page).toHaveURL("/");
    else await expect(page.getByLabel("Recovery code")).toHaveAccessibleDescription(/already used/);
  }
  await expectAccessible(page);
  await page.getByRole("link", { name: "Use your authenticator app" }).click();
  await page.getByLabel("Authentication code").fill(await freshCode());
  await page.getByLabel("Authentication code").press("Enter");
  await expect(page).toHaveURL("/");
  await page.goto("/profile#ways");
  await expect(page.getByText("9 recovery codes are left.")).toBeVisible();
});

test("an owner requires it of administrators: who lacks it is led to set it up, and acts as a member until then", async ({
  signedInPage: page,
  browser,
  app: service,
  watch,
}) => {
  test.setTimeout(180_000);
  const context = await browser.newContext({ baseURL: service.origin });
  const admin = await context.newPage();
  watch(admin);
  await joinAsPerson(admin, service, { name: "Joan Clarke", email: "joan@example.org", role: "admin" });
  const { data } = (await (
    await fetch(`${service.origin}/v1/members?q=grace`, { headers: { "x-api-key": service.key } })
  ).json()) as { data: { id: string }[] };
  await callApi(service, "POST", `/members/${data[0]?.id}/owner`, {});

  await ageIdentityProofs(service.dataDir ?? "");
  lastStep = 0;
  await page.goto("/organization#security");
  await page
    .getByRole("checkbox", { name: "Require two-step verification for administrators and owners" })
    .press("Space");
  const dialog = page.getByRole("dialog", { name: "Confirm it's you" });
  await dialog.getByRole("button", { name: "Use a code instead" }).press("Enter");
  await expect(dialog.getByLabel("Authentication code")).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.type(await freshCode());
  await page.keyboard.press("Enter");
  await expect(page.getByText("Saved: two-step verification is required")).toBeVisible();
  await expectAccessible(page);
  await page.goto("/members");
  await expect(page.getByRole("row", { name: /Grace Hopper/ })).toContainText("Yes");
  await expect(page.getByRole("row", { name: /Joan Clarke/ })).toContainText("No");
  await expectAccessible(page);

  await admin.goto("/members");
  await expect(admin.getByRole("link", { name: "Set it up" })).toBeVisible();
  await expect(admin.getByRole("row", { name: /Grace Hopper/ })).toHaveCount(0);
  await expectAccessible(admin);
  await admin.goto("about:blank");
  await admin.context().clearCookies();
  await signInPersonByPassword(admin, "joan@example.org");
  await expect(admin.getByRole("heading", { name: "Two-step verification is required" })).toBeVisible();
  await expectAccessible(admin);
  await admin.getByRole("button", { name: "Set up two-step verification" }).click();
  await setUp(admin);
  await admin.getByRole("button", { name: "I saved these codes" }).click();
  await expect(admin).toHaveURL("/");
  await admin.goto("/members");
  await expect(admin.getByRole("row", { name: /Joan Clarke/ })).toContainText("Yes");
  await context.close();
});

test("an administrator with a passkey alone who gave the password is asked for the passkey, and sets nothing else up", async ({
  page,
  app: service,
}) => {
  test.setTimeout(120_000);
  const device = await plugInVirtualAuthenticator(page);
  await joinAsPerson(page, service, { name: "Mary Clem", email: "mary@example.org", role: "admin" });
  await page.goto("/profile");
  await page.getByRole("button", { name: "Add a passkey" }).click();
  const adding = page.getByRole("dialog", { name: "Add a passkey" });
  await adding.getByLabel("Name").fill("Work laptop");
  await adding.getByLabel("Name").press("Enter");
  await expect(section(page).getByRole("listitem").filter({ hasText: "Work laptop" })).toBeVisible();
  // The sign-in form would offer the passkey, and the device would answer at once.
  await device.remove();
  await page.goto("about:blank");
  await page.context().clearCookies();
  await signInPersonByPassword(page, "mary@example.org");
  await expect(page.getByRole("heading", { name: "Two-step verification is required" })).toBeVisible();
  await expect(page.getByRole("button", { name: /Set up/ })).toHaveCount(0);
  await expect(page.getByText("Lost your passkey?")).toBeVisible();
  await expectAccessible(page);
  // Nor does the profile set one up before the passkey was shown: its dialog offers no password.
  await page.goto("/profile#ways");
  await section(page).getByRole("button", { name: "Set up two-step verification" }).click();
  const dialog = page.getByRole("dialog", { name: "Confirm it's you" });
  await expect(dialog.getByRole("button", { name: "Use a passkey" })).toBeVisible();
  await expect(dialog.getByLabel("Your password")).toHaveCount(0);
  await page.keyboard.press("Escape");
  await page.goto("/two-step");
  await device.restore();
  await page.getByRole("button", { name: "Verify with a passkey" }).click();
  await dialog.getByRole("button", { name: "Use a passkey" }).click();
  await expect(page).toHaveURL("/");
});

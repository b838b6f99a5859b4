import type { Browser, Page } from "playwright/test";
import { expectAccessible, readOpacity } from "../support/accessibility.ts";
import { test as base, expect } from "../support/fixtures.ts";
import { waitForHydration } from "../support/hydration.ts";
import { callApi } from "../support/isolated-app-fixture.ts";
import { type AppWithSetupLink, signInAsOwner } from "../support/owner-sign-in.ts";
import { joinAsPerson, personPassword, readSessionKey } from "../support/person-fixture.ts";
import { type E2eApp, startApp } from "../support/start-app.ts";
import { visit } from "../support/visit.ts";

type App = AppWithSetupLink & Pick<E2eApp, "dataDir">;

/** A separate app: people who join here would appear on every other test's leaderboard. */
const test = base.extend<object, { app: App }>({
  app: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern to know what a fixture needs
    async ({}, use) => {
      const app = await startApp();
      await use(app);
      await app.stop();
    },
    { scope: "worker", timeout: 240_000 },
  ],
});

// Requests of the ended session are refused, and a former administrator's page may still count waiting claims.
test.use({ expectedErrors: [/401 \(Unauthorized\)|404 \(Not Found\) \(\S+\/read\/claims-waiting/] });

type Watch = (page: Page) => void;
async function newPage(browser: Browser, app: App, watch: Watch): Promise<Page> {
  const context = await browser.newContext({ baseURL: app.origin, locale: "en-GB", timezoneId: "Europe/Berlin" });
  const page = await context.newPage();
  watch(page);
  return page;
}

/** Joins as a person by a link and signs in. */
async function joined(browser: Browser, app: App, watch: Watch, name: string): Promise<Page> {
  const page = await newPage(browser, app, watch);
  await joinAsPerson(page, app, { name, email: mailOf(name) });
  return page;
}
const mailOf = (name: string) => `${name.split(" ")[0]?.toLowerCase()}@example.org`;

async function byPassword(page: Page, name: string): Promise<void> {
  await page.goto("/sign-in");
  await page.getByLabel("E-mail").fill(mailOf(name));
  await page.getByLabel("Password").fill(personPassword);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

/** Opens the dialog about a member on the members page. */
async function openMember(page: Page, name: string) {
  await page.goto("/members");
  await page.getByRole("button", { name: `Edit ${name}` }).click();
  return page.getByRole("dialog");
}

test("a deactivated member is signed out at once; their scheduled posts are listed, reassigned and canceled", async ({
  signedInPage: page,
  browser,
  app,
  watch,
}) => {
  test.setTimeout(180_000);
  const grace = await joined(browser, app, watch, "Grace Hopper");
  await grace.goto("/profile");
  const key = await readSessionKey(grace, app);
  const [channel] = await callApi<{ id: string }[]>(app, "GET", "/channels");
  const at = new Date(Date.now() + 86_400_000).toISOString();
  const ids: string[] = [];
  for (const text of ["First words", "Second words", "Third words", `Fourth words ${"long ".repeat(50)}`]) {
    const body = { channels: [channel?.id], text, scheduled_for: at };
    const [post] = await callApi<{ id: string }[]>({ ...app, key }, "POST", "/posts", body);
    ids.push(post?.id ?? "");
  }

  const dialog = await openMember(page, "Grace Hopper");
  await expect(
    dialog.getByText("4 scheduled posts are put on hold. You then reassign or cancel them here."),
  ).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Deactivate…" }).click();
  // A second press in the same place, as of a held Enter, only goes back.
  await expect(dialog.getByRole("button", { name: "Cancel" })).toBeFocused();
  await page.keyboard.press("Enter");
  await dialog.getByRole("button", { name: "Deactivate…" }).click();
  await dialog.getByRole("button", { name: "Deactivate Grace Hopper" }).click();
  await expect(page.getByText("Grace Hopper deactivated")).toBeVisible();
  const held = dialog.getByRole("list", { name: "Scheduled posts of Grace Hopper" });
  await expect(held.getByRole("listitem")).toHaveCount(4);
  // All controls of the dialog are reachable without horizontal scrolling.
  const content = dialog.locator(".overflow-y-auto").first();
  expect(await content.evaluate((one) => one.scrollWidth - one.clientWidth)).toBeLessThanOrEqual(0);
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: "dark" });
  await expectAccessible(page);

  // The member's open page sends a request and learns of the removal.
  await grace.goto("/posts").catch(() => undefined);
  await expect(grace.getByText("Your session ended.")).toBeVisible();
  await byPassword(grace, "Grace Hopper");
  await expect(grace.getByRole("alert").filter({ hasText: "not an active member" })).toBeVisible();
  await expectAccessible(grace);

  await expect(dialog.getByLabel("Their points go to")).toHaveValue("author");
  await dialog.getByLabel("Reassign to").selectOption("Ada Admin");
  await dialog.getByRole("button", { name: "Reassign First words on Practice X" }).click();
  await expect(page.getByText("1 post reassigned to Ada Admin")).toBeVisible();
  await dialog.getByRole("button", { name: "Cancel Second words on Practice X" }).click();
  await expect(held.getByRole("listitem")).toHaveCount(2);
  await dialog.getByLabel("Their points go to").selectOption("New author");
  await dialog.getByRole("button", { name: "Reassign all" }).click();
  await expect(held).toHaveCount(0);
  await expect(dialog.getByText("Nothing left to decide.")).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Reassign all" })).toHaveCount(0);
  const statuses = [];
  for (const id of ids) statuses.push((await callApi<{ status: string }>(app, "GET", `/posts/${id}`)).status);
  expect(statuses).toEqual(["scheduled", "canceled", "scheduled", "scheduled"]);
  await page.keyboard.press("Escape");

  await page.emulateMedia({ colorScheme: "light" });
  await visit(page, `/posts/${ids[0]}`);
  await expect(page.getByText("The points go to Grace Hopper, the previous author.")).toBeVisible();
  await expectAccessible(page);
  await visit(page, `/posts/${ids[2]}`);
  await expect(page.getByText(/points once it's published/).first()).toBeVisible();
  await expect(page.getByText(/the previous author/)).toHaveCount(0);

  // After readmission the member signs in as before.
  await visit(page, "/members?show=removed");
  // The row is faint, the button and its focus ring are not.
  const edit = page.getByRole("button", { name: "Edit Grace Hopper" });
  await expect(page.getByRole("cell", { name: /^Grace Hopper/ })).toHaveCSS("opacity", "0.6");
  expect(await readOpacity(edit)).toBe(1);
  await edit.click();
  await page.getByRole("dialog").getByRole("button", { name: "Reactivate" }).click();
  await expect(page.getByText(/Grace Hopper is reactivated/)).toBeVisible();
  await byPassword(grace, "Grace Hopper");
  await expect(grace).toHaveURL("/");
  await grace.close();
});

test("a new administrator is a member again after undo, and takes over the organization from its owner", async ({
  signedInPage: page,
  browser,
  app,
  watch,
}) => {
  test.setTimeout(120_000);
  const mary = await joined(browser, app, watch, "Mary Keller");
  const dialog = await openMember(page, "Mary Keller");
  await dialog.getByRole("button", { name: "Make administrator" }).click();
  await expect(dialog.getByRole("heading", { name: "Role: Administrator" })).toBeVisible();
  await page.keyboard.press("Escape");
  // The toast's timer stops while the pointer is over it.
  await page.getByText("Mary Keller is an administrator").hover();
  // The new role takes effect on the next page: an administrator manages members too.
  await mary.goto("/members");
  await expect(mary.getByRole("button", { name: "Edit Ada Admin" })).toBeVisible();
  await page.keyboard.press("Control+z");
  await expect(page.getByText("Mary Keller is a member again")).toBeVisible();
  await mary.goto("/members");
  await expect(mary.getByText("Only administrators can see members")).toBeVisible();
  await expectAccessible(mary);

  const again = await openMember(page, "Mary Keller");
  await again.getByRole("button", { name: "Make administrator" }).click();
  await again.getByRole("button", { name: "Make member" }).click();
  await expect(again.getByRole("heading", { name: "Role: Member" })).toBeVisible();
  await again.getByRole("button", { name: "Hand over ownership" }).click();
  await expect(again.getByText("Mary Keller becomes owner and you become an administrator.")).toBeVisible();
  await expectAccessible(page);
  await again.getByRole("button", { name: "Hand over", exact: true }).click();
  await expect(page.getByText("Mary Keller owns the organization now; you are an administrator")).toBeVisible();
  await expect(again).toHaveCount(0);

  const ada = await openMember(mary, "Ada Admin");
  await expect(ada.getByRole("heading", { name: "Role: Administrator" })).toBeVisible();
  const back = ada.getByRole("button", { name: "Hand over ownership" });
  await back.click();
  await ada.getByRole("button", { name: "Hand over", exact: true }).click();
  await expect(mary.getByText("Ada Admin owns the organization now")).toBeVisible();
  await mary.close();
});

test("a member renames themselves, undoes it, and leaves after reading the effects; the last owner can't leave", async ({
  signedInPage: page,
  browser,
  app,
  watch,
}) => {
  test.setTimeout(120_000);
  const joan = await joined(browser, app, watch, "Joan Clarke");
  await joan.goto("/profile");
  await joan.getByRole("button", { name: "Rename yourself" }).press("Enter");
  const named = joan.getByRole("dialog", { name: "Your name" });
  await expect(named.getByLabel("Name")).toBeFocused();
  await expectAccessible(joan);
  await named.getByLabel("Name").fill(" ");
  await named.getByLabel("Name").press("Enter");
  await expect(named.getByLabel("Name")).toHaveAccessibleDescription(/name/i);
  await named.getByLabel("Name").fill("Joan Murray");
  await named.getByLabel("Name").press("Enter");
  await expect(joan.getByRole("heading", { name: "Joan Murray" })).toBeVisible();
  await joan.keyboard.press("Control+z");
  await expect(joan.getByRole("heading", { name: "Joan Clarke" })).toBeVisible();

  await joan.setViewportSize({ width: 390, height: 844 });
  await joan.getByRole("button", { name: "Leave organization" }).click();
  const leaving = joan.getByRole("dialog", { name: "Leave Test House?" });
  await expect(leaving.getByText("You have nothing scheduled.")).toBeVisible();
  await expect(leaving.getByText(/You will be signed out: you have no other organization here/)).toBeVisible();
  await expectAccessible(joan);
  await leaving.getByRole("button", { name: "Leave Test House" }).click();
  await expect(joan).toHaveURL("/sign-in?left=1");
  await expect(joan.getByText("You are signed out.")).toBeVisible();
  await byPassword(joan, "Joan Clarke");
  await expect(joan.getByRole("alert").filter({ hasText: "not an active member" })).toBeVisible();
  await joan.close();

  await page.goto("/profile");
  await expect(page.getByText(/You are the only owner, so you can't leave yet/)).toBeVisible();
  await expect(page.getByRole("button", { name: "Leave organization" })).toHaveCount(0);
  await expectAccessible(page);
});

test("a signed-in member joins a second organization with one click, switches, and returns to the first on leaving", async ({
  browser,
  app,
  watch,
}) => {
  test.setTimeout(180_000);
  const owner = await newPage(browser, app, watch);
  await signInAsOwner(owner, app);
  await owner.goto("/");
  await owner.getByRole("button", { name: /Switch organization/ }).click();
  await owner.getByRole("menuitem", { name: "New organization…" }).click();
  await owner.getByRole("textbox", { name: "Name" }).fill("Second House");
  await owner.getByRole("button", { name: "Create" }).click();
  await expect(owner.getByRole("button", { name: /^Second House/ })).toBeVisible();
  await owner.goto("/members");
  await owner.getByRole("button", { name: "Invite" }).click();
  await owner.getByRole("button", { name: "Create link" }).click();
  const link = (await owner.getByText(/^http.+\/join\?token=/).textContent()) ?? "";

  const alan = await joined(browser, app, watch, "Alan Turing");
  await alan.goto(link);
  await expect(alan.getByRole("heading", { name: "Join Second House" })).toBeVisible();
  await expect(alan.getByLabel("Password")).toHaveCount(0);
  await expectAccessible(alan);
  await alan.getByRole("button", { name: "Join Second House" }).click();
  await expect(alan.getByRole("button", { name: /^Second House/ })).toBeVisible();
  await waitForHydration(alan);
  await alan.getByRole("button", { name: /Switch organization/ }).click();
  for (const name of ["Test House", "Second House (here)"]) {
    await expect(alan.getByRole("menuitem", { name, exact: true })).toBeVisible();
  }
  await expectAccessible(alan);
  await alan.keyboard.press("Escape");
  // The link admits only one person.
  await alan.goto(link);
  await expect(alan.getByRole("heading", { name: "This invitation doesn't work" })).toBeVisible();

  await alan.goto("/profile");
  await alan.getByRole("button", { name: "Leave organization" }).click();
  const leaving = alan.getByRole("dialog", { name: "Leave Second House?" });
  await expect(leaving.getByText(/You continue in Test House/)).toBeVisible();
  await leaving.getByRole("button", { name: "Leave Second House" }).click();
  await expect(alan).toHaveURL("/");
  await expect(alan.getByText("Test House").first()).toBeVisible();
  await expect(alan.getByText("Second House")).toHaveCount(0);
  await owner.close();
  await alan.close();
});

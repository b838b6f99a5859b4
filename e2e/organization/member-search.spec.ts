import { expectAccessible } from "../support/accessibility.ts";
import { createPost, waitForStatus } from "../support/api-client.ts";
import { callApi, createIsolatedAppTest, expect } from "../support/isolated-app-fixture.ts";
import { joinByLink } from "../support/person-fixture.ts";
import { visit } from "../support/visit.ts";

// The test counts the content of a first start.
const test = createIsolatedAppTest();

type App = { origin: string; key: string };

// Enough members that lists offer a search, and more than the wall shows.
const names = [
  ...["Marie Curie", "Grace Hopper", "Emmy Noether", "Joan Clarke", "Rosalind Franklin"],
  ...["Hedy Lamarr", "Lise Meitner", "Chien-Shiung Wu", "Vera Rubin", "Ida Rhodes", "Jean Bartik"],
];

test.describe.configure({ mode: "serial" });

async function joinAll(app: App): Promise<void> {
  const joined = new Set((await callApi<{ name: string }[]>(app, "GET", "/members?limit=100")).map(({ name }) => name));
  for (const name of names.filter((one) => !joined.has(one)))
    await joinByLink(app, { name, email: `${name.replace(/\W/g, "").toLowerCase()}@example.org` });
}

test("members are found by name or e-mail on their page, whatever the case, and nobody by a name that nobody has", async ({
  signedInPage: page,
  app,
}) => {
  test.setTimeout(240_000);
  await joinAll(app);
  await page.goto("/members");
  await expect(page.getByRole("button", { name: /^Edit / })).toHaveCount(names.length + 1);
  const search = page.getByRole("searchbox", { name: "Search by name or e-mail" });
  await search.fill("noether");
  await search.press("Enter");
  await expect(page).toHaveURL(/\/members\?q=noether$/);
  await expect(page.getByRole("button", { name: /^Edit / })).toHaveCount(1);
  await expect(page.getByRole("button", { name: "Edit Emmy Noether" })).toBeVisible();
  await search.fill("CURIE@example");
  await search.press("Enter");
  await expect(page.getByRole("button", { name: "Edit Marie Curie" })).toBeVisible();
  await search.fill("Nobody %");
  await search.press("Enter");
  await expect(page.getByRole("heading", { name: "No members found" })).toBeVisible();
});

test("the wall says how many members it leaves out, and leads to all of them", async ({ signedInPage: page, app }) => {
  await joinAll(app);
  await page.goto("/leaderboard/wall");
  await expect(page.getByText(`10 of ${names.length + 1} members`)).toBeVisible();
  await page.getByRole("link", { name: "See everyone" }).click();
  await expect(page).toHaveURL("/leaderboard");
});

test("review and posts are cut to a member who is searched by name, and say whose they are", async ({
  signedInPage: page,
  app,
}) => {
  await waitForStatus(app, await createPost(app, "x", { text: "About the observatory", points: 20 }), "published");
  await page.goto("/review");
  await expect(page.getByRole("list", { name: "Claims" }).locator("[data-claim]")).toHaveCount(1);
  await page.getByRole("button", { name: "Filters" }).click();
  await page.getByRole("button", { name: "Member: Everyone" }).click();
  const people = page.getByRole("dialog", { name: "Member", exact: true });
  await people.getByLabel("Find a member").fill("rubin");
  await expect(people.getByRole("button")).toHaveText(["Everyone", "Vera Rubin"]);
  await people.getByRole("button", { name: "Vera Rubin" }).click();
  await expect(page).toHaveURL(/\/review\?member=/);
  await expect(page.getByRole("list", { name: "Claims" }).locator("[data-claim]")).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Filters 1" })).toHaveAttribute("aria-expanded", "true");
  await expect(page.getByRole("button", { name: "Member: Vera Rubin" })).toBeVisible();

  await visit(page, "/posts");
  await page.getByRole("button", { name: "Author" }).click();
  await page.getByLabel("Find a member").fill("hopp");
  await expect(page.getByRole("radio", { name: "Grace Hopper" })).toBeVisible();
  await expect(page.getByRole("radio", { name: "Marie Curie" })).toHaveCount(0);
  await page.getByRole("radio", { name: "Grace Hopper" }).check();
  await expect(page).toHaveURL(/member=/);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Grace Hopper" })).toBeVisible();
});

test("points are awarded to a member who is searched by name, and the log is cut to them and to who gave them", async ({
  signedInPage: page,
}) => {
  await page.goto("/review/log");
  const steps = page.getByRole("table", { name: "Entries" });
  await page.getByRole("button", { name: "Award points" }).click();
  const dialog = page.getByRole("dialog", { name: "Award points" });
  await dialog.getByRole("button", { name: "Member: Choose a member" }).click();
  const people = page.getByRole("dialog", { name: "Member", exact: true });
  await people.getByLabel("Find a member").fill("lamarr");
  await expect(people.getByRole("button")).toHaveText(["Choose a member", "Hedy Lamarr"]);
  await people.getByRole("button", { name: "Hedy Lamarr" }).click();
  await dialog.getByLabel("Points").fill("7");
  await dialog.getByLabel("Reason").fill("The workshop on frequencies");
  await dialog.getByRole("button", { name: "Award 7" }).click();
  await expect(steps).toContainText("The workshop on frequencies");

  const filters = page.getByRole("search", { name: "Filters" });
  // By keyboard: open, type, go down past "Everyone" to the match.
  await filters.getByRole("button", { name: "Member: Everyone" }).press("Enter");
  await expect(people.getByLabel("Find a member")).toBeFocused();
  await page.keyboard.type("meitner");
  await expect(people.getByRole("button")).toHaveText(["Everyone", "Lise Meitner"]);
  await expectAccessible(page);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(filters.getByRole("button", { name: "Member: Lise Meitner" })).toBeFocused();
  await expect(page).toHaveURL(/member=/);
  await expect(steps).toHaveCount(0);
  // The next filter is open before the page has answered to the last one, as on a slow line.
  let answer = () => {};
  const isAnswered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(
    (url) => url.searchParams.has("_rsc"),
    async (route) => {
      await isAnswered;
      await route.fallback();
    },
  );
  await filters.getByRole("button", { name: "Clear" }).click();
  await expect(filters.getByRole("button", { name: "Member: Everyone" })).toBeVisible();
  await filters.getByRole("button", { name: "Done by: Anyone" }).click();
  await page.getByLabel("Find a person").fill("ada");
  answer();
  await expect(page).not.toHaveURL(/member=/);
  await page.getByRole("dialog", { name: "Done by" }).getByRole("button", { name: "Ada Admin" }).click();
  await expect(page).toHaveURL(/by=/);
  await expect(steps).toContainText("The workshop on frequencies");
});

test("two members of one name are told apart where one is chosen: by e-mail for an administrator, by when they joined on the leaderboard", async ({
  signedInPage: page,
  app,
}) => {
  const [grace] = await callApi<{ id: string }[]>(app, "GET", "/members?q=gracehopper");
  await callApi(app, "PATCH", `/members/${grace?.id}`, { name: "Hedy Lamarr" });
  const both = ["Hedy Lamarr (gracehopper@example.org)", "Hedy Lamarr (hedylamarr@example.org)"];
  await page.goto("/review/log");
  await page.getByRole("button", { name: "Award points" }).click();
  const dialog = page.getByRole("dialog", { name: "Award points" });
  await dialog.getByRole("button", { name: "Member: Choose a member" }).click();
  const people = page.getByRole("dialog", { name: "Member", exact: true });
  await people.getByLabel("Find a member").fill("lamarr");
  const options = people.getByRole("button");
  await expect(options).toHaveCount(3);
  expect((await options.allTextContents()).slice(1).sort()).toEqual(both);

  await page.goto("/members?q=lamarr");
  for (const email of ["gracehopper@example.org", "hedylamarr@example.org"]) {
    await expect(page.getByRole("button", { name: `Edit Hedy Lamarr ${email}` })).toBeVisible();
  }

  await visit(page, "/leaderboard");
  const podium = page.getByRole("list", { name: "Top three" });
  await expect(podium.getByText(/^joined /)).toHaveCount(1);
  // The table also contains the rows of the first three, for a phone.
  const rows = page.getByRole("table", { name: "Members by approved points" }).locator("tr");
  await expect(rows.filter({ hasText: /Hedy Lamarrjoined / })).toHaveCount(2);
  await expect(rows.filter({ hasText: "joined" })).toHaveCount(2);
  await expectAccessible(page);
});

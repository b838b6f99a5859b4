import { randomUUID } from "node:crypto";
import type { Page } from "playwright/test";
import { expectAccessible } from "../support/accessibility.ts";
import { createPost, getPost, updatePost, waitForStatus } from "../support/api-client.ts";
import { nextJune } from "../support/future-dates.ts";
import { callApi, expect, resetSettings, test } from "../support/isolated-app-fixture.ts";
import { needs } from "../support/needs.ts";
import { visit } from "../support/visit.ts";

type App = { origin: string; key: string };
const fresh = (words: string) => `${words} ${randomUUID().slice(0, 8)}`;
const later = { scheduled_for: nextJune };

// The shared app publishes at once.
test.beforeEach(({ app }) => resetSettings(app));

/** The ways to undo. */
const ways = {
  "the button": async (page: Page) => page.getByRole("button", { name: "Undo" }).click(),
  "Ctrl Z": async (page: Page) => page.keyboard.press("Control+z"),
};

/** Each action that can be undone on the page of a post. */
const doings: {
  title: string;
  button: string;
  from: (app: App) => Promise<string>;
  says: RegExp;
  stands: string | null;
}[] = [
  {
    title: "deleting a draft",
    button: "Delete",
    from: (app) => createPost(app, "x", { text: fresh("A draft"), draft: true }),
    says: /^Deleted$/,
    stands: null,
  },
  {
    title: "deleting a scheduled post",
    button: "Delete",
    from: (app) => createPost(app, "x", { text: fresh("Planned"), ...later }),
    says: /^Deleted$/,
    stands: null,
  },
  {
    title: "canceling",
    button: "Cancel",
    from: (app) => createPost(app, "x", { text: fresh("Planned"), ...later }),
    says: /^Canceled. It won't be published$/,
    stands: "canceled",
  },
  {
    title: "publishing now",
    button: "Publish now",
    from: (app) => createPost(app, "x", { text: fresh("Now"), draft: true }),
    says: /^Publishing in [1-5] seconds/,
    stands: "scheduled",
  },
  {
    title: "retrying",
    button: "Retry",
    async from(app) {
      const id = await createPost(app, "x", { text: fresh("Refused #fail-rejected") });
      await waitForStatus(app, id, "failed");
      return id;
    },
    says: /^Sending it again in [1-5] seconds/,
    stands: "publishing",
  },
];

/** Returns the state of a post, without the fields that every change increases. */
async function standing(app: App, id: string): Promise<unknown> {
  const { version: _, updated_at: __, ...rest } = (await getPost(app, id)) ?? {};
  return rest;
}
/** Collects what the page says about failed reads from now on. @returns a function that reads it */
async function collectComplaints(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const found: string[] = [];
    Reflect.set(window, "complaints", found);
    const look = () => {
      for (const one of document.querySelectorAll('[role="status"], [role="alert"]'))
        if (/out of date|not found/.test(one.textContent ?? "")) found.push(one.textContent ?? "");
    };
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true, characterData: true });
  });
  return () => page.evaluate(() => Reflect.get(window, "complaints") as string[]);
}
const told = (page: Page, words: RegExp) => page.getByRole("region", { name: "Just now" }).getByText(words);

for (const { title, button, from, says, stands } of doings) {
  for (const [way, undo] of Object.entries(ways)) {
    test(`${way} undoes ${title} and restores exactly the earlier state`, async ({ signedInPage: page, app }) => {
      needs("undoChange");
      const id = await from(app);
      const before = await standing(app, id);
      await page.goto(`/posts/${id}`);
      await page.getByRole("button", { name: button, exact: true }).click();
      await expect(told(page, says)).toBeVisible();
      expect(((await getPost(app, id)) as { status: string } | null)?.status ?? null).toBe(stands);
      await undo(page);
      await expect(told(page, /^Undone$/)).toBeVisible();
      expect(await standing(app, id)).toEqual(before);
    });
  }
}

test("an undo without an answer says that it runs, and then its result", async ({ signedInPage: page, app }) => {
  needs("undoChange");
  const id = await createPost(app, "x", { text: fresh("Planned"), ...later });
  await page.goto(`/posts/${id}`);
  await page.getByRole("button", { name: "Cancel", exact: true }).click();
  await expect(told(page, /^Canceled/)).toBeVisible();
  const answers = Promise.withResolvers<void>();
  await page.route("**", async (route) => {
    if (route.request().method() === "POST") await answers.promise;
    await route.continue();
  });
  await page.keyboard.press("Control+z");
  await expect(told(page, /^Undoing…$/)).toBeVisible();
  answers.resolve();
  await expect(told(page, /^Undone$/)).toBeVisible();
  await expect(told(page, /^Undoing…$/)).toHaveCount(0);
});

test.describe("with a clock that stands still", () => {
  test.use({ ownContext: true });

  test("an undo is still offered on the next page, and after a full reload", async ({ signedInPage: page, app }) => {
    needs("undoChange");
    const id = await createPost(app, "x", { text: fresh("Planned"), ...later });
    await page.goto(`/posts/${id}`);
    // The ten seconds restart with each page, and a slow machine may spend them between the steps.
    await page.clock.setFixedTime(Date.now());
    await page.getByRole("button", { name: "Cancel", exact: true }).click();
    await expect(told(page, /^Canceled/)).toBeVisible();
    await page.getByRole("link", { name: "Leaderboard" }).first().click();
    await expect(page).toHaveURL("/leaderboard");
    await expect(told(page, /^Canceled/)).toBeVisible();
    await page.reload();
    await expect(told(page, /^Canceled/)).toBeVisible();
    await page.keyboard.press("Control+z");
    await expect(told(page, /^Undone$/)).toBeVisible();
    expect(await getPost(app, id)).toMatchObject({
      status: "scheduled",
      scheduled_for: new Date(nextJune).toISOString(),
    });
    await page.reload();
    await expect(page.getByRole("heading", { name: "Leaderboard" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Undo" })).toHaveCount(0);
  });
});

test("Ctrl Z undoes the newest change that holds long after its toast, over a reload, one at a time, and then says that there is none", async ({
  signedInPage: page,
  app,
}) => {
  needs("undoChange");
  const ids = [];
  for (const words of ["First", "Second"]) {
    const id = await createPost(app, "x", { text: fresh(words), ...later });
    ids.push(id);
    await page.goto(`/posts/${id}`);
    await page.getByRole("button", { name: "Cancel", exact: true }).click();
    await expect(told(page, /^Canceled/)).toBeVisible();
    await page.getByRole("button", { name: "Dismiss" }).click();
  }
  const [first = "", second = ""] = ids;
  const status = async (id: string) => ((await getPost(app, id)) as { status: string }).status;
  await page.reload();
  // A press before the answer means the same change, not the one before it.
  const answer = Promise.withResolvers<void>();
  const sent: string[] = [];
  await page.route(/\/posts\//, async (route) => {
    if (route.request().method() !== "POST") return route.fallback();
    sent.push(route.request().url());
    await answer.promise;
    await route.fallback();
  });
  await page.keyboard.press("Control+z");
  await expect.poll(() => sent.length).toBe(1);
  await page.keyboard.press("Control+z");
  answer.resolve();
  await expect(told(page, /^Undone$/)).toBeVisible();
  expect([await status(first), await status(second), sent.length]).toEqual(["canceled", "scheduled", 1]);
  await page.getByRole("button", { name: "Dismiss" }).click();
  await page.keyboard.press("Control+z");
  await expect(told(page, /^Undone$/)).toBeVisible();
  expect(await status(first)).toBe("scheduled");
  await page.keyboard.press("Control+z");
  await expect(told(page, /^Nothing to undo$/)).toBeVisible();
});

test("the palette leads to the recent changes, and each can be undone there unless another tab was first", async ({
  signedInPage: page,
  app,
}) => {
  needs("undoChange");
  const id = await createPost(app, "x", { text: fresh("In the list"), ...later });
  await page.goto(`/posts/${id}`);
  await page.getByRole("button", { name: "Cancel", exact: true }).click();
  await expect(told(page, /^Canceled/)).toBeVisible();
  await page.getByRole("button", { name: "Dismiss" }).click();
  await visit(page, "/leaderboard");
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog").getByRole("combobox").fill("recent changes");
  await page.getByRole("option", { name: /^Recent changes/ }).click();
  const dialog = page.getByRole("dialog", { name: "Recent changes" });
  await expect(dialog.getByText(/^In the list/)).toBeVisible();
  await expectAccessible(page);
  const undoHere = dialog.getByRole("button", { name: /^Undo: Canceled/ });
  const [key = "", value = ""] = await page.evaluate(() => {
    const found = Object.entries({ ...localStorage }).find(([name]) => name.startsWith("postwright.undo."));
    if (found) localStorage.removeItem(found[0]);
    return found ?? [];
  });
  await undoHere.click();
  await expect(told(page, /^Too late to undo\.$/)).toBeVisible();
  await expect(dialog.getByText("Nothing to undo.")).toBeVisible();
  // As the browser says that another tab stored a change.
  await page.evaluate(
    ([name, text]) => {
      localStorage.setItem(name, text);
      dispatchEvent(new StorageEvent("storage", { key: name, newValue: text }));
    },
    [key, value] as const,
  );
  await undoHere.click();
  await expect(dialog.getByText("Nothing to undo.")).toBeVisible();
  expect(await getPost(app, id)).toMatchObject({ status: "scheduled" });
});

test("a change's toast replaces the one before, whose undo stays in the recent changes", async ({
  signedInPage: page,
  app,
}) => {
  needs("undoChange");
  const id = await createPost(app, "x", { text: fresh("Twice changed"), ...later });
  await page.goto(`/posts/${id}`);
  // On a slow line the page still shows the post as it was before the first change.
  let answer = () => {};
  const isAnswered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(/\/read\//, async (route) => {
    await isAnswered;
    await route.fallback();
  });
  await page.getByRole("button", { name: "Cancel", exact: true }).click();
  await expect(told(page, /^Canceled/)).toBeVisible();
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  answer();
  await expect(told(page, /^Deleted/)).toBeVisible();
  await expect(told(page, /^Canceled/)).toHaveCount(0);
  await page.keyboard.press("Control+z");
  await expect(told(page, /^Undone$/)).toBeVisible();
  await page.keyboard.press("Control+z");
  await expect.poll(async () => ((await getPost(app, id)) as { status: string }).status).toBe("scheduled");
});

test("a post that is not undone within its 5 seconds is published, and then there is nothing to undo", async ({
  signedInPage: page,
  app,
}) => {
  needs("changePost");
  const id = await createPost(app, "x", { text: fresh("Now"), draft: true });
  await page.goto(`/posts/${id}`);
  await page.getByRole("button", { name: "Publish now" }).click();
  await expect(told(page, /^Publishing/)).toBeVisible();
  await expectAccessible(page);
  await waitForStatus(app, id, "published");
  await expect(page.getByRole("button", { name: "Undo" })).toHaveCount(0);
  await expect(page.getByText("Published").first()).toBeVisible();
});

test("a bulk deletion says exactly what was refused, and one undo restores the rest", async ({
  signedInPage: page,
  app,
}) => {
  needs("restorePost");
  const mark = randomUUID().slice(0, 8);
  const ids: string[] = [];
  for (const name of ["One", "Two", "Three"])
    ids.push(await createPost(app, "x", { text: `${name} ${mark}`, draft: true }));
  await page.goto(`/posts?q=${mark}`);
  for (const name of ["One", "Two", "Three"]) {
    await page.getByRole("checkbox", { name: `Select “${name} ${mark}”` }).check();
  }
  const bar = page.getByRole("region", { name: "Selected posts" });
  await expect(bar).toContainText("3 selected");
  // A change from elsewhere: the page may learn of it before the click, so the click follows at once.
  await page.route("**/events*", (route) => route.abort());
  await updatePost(app, ids[0] ?? "", { version: 1, text: `Other words ${mark}` });
  await bar.getByRole("button", { name: /^Delete/ }).click();
  await expect(told(page, /^(2 of 3 deleted; 1 was changed elsewhere|Deleted 3 posts)$/)).toBeVisible();
  await page.keyboard.press("Control+z");
  await expect(told(page, /^Undone for [23] posts$/)).toBeVisible();
  for (const id of ids) expect(await getPost(app, id)).toMatchObject({ status: "draft" });
});

test("posts moved to drafts together get their times back by one Ctrl Z", async ({ signedInPage: page, app }) => {
  needs("undoChange");
  const mark = randomUUID().slice(0, 8);
  const ids: string[] = [];
  for (const name of ["One", "Two"]) ids.push(await createPost(app, "x", { text: `${name} ${mark}`, ...later }));
  const before = await Promise.all(ids.map((id) => standing(app, id)));
  await page.goto(`/posts?q=${mark}`);
  for (const name of ["One", "Two"]) await page.getByRole("checkbox", { name: `Select “${name} ${mark}”` }).check();
  await page.getByRole("button", { name: "To drafts 2" }).click();
  await expect(told(page, /^Moved 2 posts to drafts$/)).toBeVisible();
  for (const id of ids) expect(await getPost(app, id)).toMatchObject({ status: "draft", scheduled_for: null });
  await page.keyboard.press("Control+z");
  await expect(told(page, /^Undone for 2 posts$/)).toBeVisible();
  expect(await Promise.all(ids.map((id) => standing(app, id)))).toEqual(before);
});

test("a published post is taken down first; removed from the list, it says where it is still live and offers the takedown", async ({
  signedInPage: page,
  app,
}) => {
  needs("takeDownPost");
  const text = fresh("It is out");
  const id = await createPost(app, "x", { text });
  await waitForStatus(app, id, "published");
  await page.goto(`/posts/${id}`);
  await expect(page.getByRole("button", { name: "Take down…" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Delete", exact: true })).toHaveCount(0);
  const complaints = await collectComplaints(page);
  await page.getByRole("button", { name: "Remove from list" }).click();
  await expect(told(page, /^Removed from your list\. Still live on X\./)).toBeVisible();
  await expect(page.getByRole("link", { name: "View post" })).toHaveAttribute("href", /\/practice\/practice_x\//);
  // The toast's timer stops while the pointer is over it.
  await told(page, /^Removed/).hover();
  await expectAccessible(page);
  await expect(page).toHaveURL("/posts");
  expect(await complaints()).toEqual([]);
  await page.getByRole("button", { name: "Also take down…" }).click();
  const dialog = page.getByRole("dialog", { name: "Take it down from X?" });
  await expect(dialog).toContainText("This deletes it there and can't be undone.");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Take it down" }).click();
  await expect(told(page, /^Taken down from X$/)).toBeVisible();
  await visit(page, "/practice/practice_x");
  await expect(page.getByRole("heading").first()).toBeVisible();
  await expect(page.getByText(text)).toHaveCount(0);
});

test("deleting posts of several channels says where each is still live, and takes them down per channel", async ({
  signedInPage: page,
  app,
}) => {
  needs("takeDownPost");
  const mark = randomUUID().slice(0, 8);
  const write = (platform: string, name: string, more = {}) =>
    createPost(app, platform, { text: `${name} ${mark}`, ...more });
  const out = [await write("x", "On one"), await write("bluesky", "On another")];
  await write("x", "Not out", later);
  for (const id of out) await waitForStatus(app, id, "published");
  await page.goto(`/posts?q=${mark}`);
  await page.getByRole("checkbox", { name: "Select all on this page" }).check();
  await page.getByRole("button", { name: "Delete 3" }).click();
  await expect(
    told(page, /^Removed 3 posts from your list\. 1 still live on (X, 1 on Bluesky|Bluesky, 1 on X)\.$/),
  ).toBeVisible();
  await told(page, /^Removed/).hover();
  await page.getByRole("button", { name: "Also take down…" }).click();
  const dialog = page.getByRole("dialog", { name: /^Take them down from/ });
  await expectAccessible(page);
  await dialog.getByRole("checkbox", { name: "X" }).uncheck();
  await dialog.getByRole("checkbox", { name: "Bluesky" }).uncheck();
  await expect(dialog.getByRole("button", { name: /^Take down/ })).toBeDisabled();
  await dialog.getByRole("checkbox", { name: "Bluesky" }).check();
  await dialog.getByRole("button", { name: "Take down 1 of 2" }).click();
  await expect(told(page, /^Taken down from Bluesky$/)).toBeVisible();
  await visit(page, "/practice/practice_bluesky");
  await expect(page.getByRole("heading").first()).toBeVisible();
  await expect(page.getByText(`On another ${mark}`)).toHaveCount(0);
  await visit(page, "/practice/practice_x");
  await expect(page.getByText(`On one ${mark}`)).toBeVisible();
});

test("a text published on several channels is taken down from all of them at once", async ({
  signedInPage: page,
  app,
}) => {
  needs("takeDownPost");
  needs("listSubmissions");
  const text = fresh("Out on two");
  const channels = await callApi<{ id: string; username: string }[]>(app, "GET", "/channels");
  const ids = ["practice_x", "practice_bluesky"].map((name) => channels.find(({ username }) => username === name)?.id);
  const posts = await callApi<{ id: string }[]>(app, "POST", "/posts", { channels: ids, text });
  for (const { id } of posts) await waitForStatus(app, id, "published");
  await page.goto(`/posts/${posts[0]?.id}`);
  const actions = page.getByRole("main").getByRole("button", { name: /^(Take down|Remove from list|Delete)/ });
  await expect(actions).toHaveText([/^Take down on all 2…$/, /^Remove from list on all 2$/]);
  await actions.first().click();
  const dialog = page.getByRole("dialog", { name: "Take them down from X and Bluesky?" });
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Take down 2 posts" }).click();
  await expect(told(page, /^Taken down from X and Bluesky/)).toBeVisible();
  await expect(actions).toHaveText([/^Remove from list on all 2$/]);
  await actions.first().click();
  await expect(told(page, /^Removed from your list|^Deleted/)).toBeVisible();
});

test.describe("with a clock that is set by hand", () => {
  test.use({ ownContext: true });

  test("a screen reader announces a toast with its countdown once, not each second", async ({
    signedInPage: page,
    app,
  }) => {
    needs("restorePost");
    const id = await createPost(app, "x", { text: fresh("Now"), draft: true });
    await page.goto(`/posts/${id}`);
    // The page's clock is stopped: on a slow machine the answer may take most of the five seconds.
    const pressedMs = Date.now();
    await page.clock.setFixedTime(pressedMs);
    await page.getByRole("button", { name: "Publish now" }).click();
    const toast = page.getByRole("region", { name: "Just now" }).getByRole("listitem");
    const shown = toast.locator("[aria-hidden=true]").filter({ hasText: /in \d s$/ });
    await expect(shown).toHaveText(" in 5 s");
    await page.clock.setFixedTime(pressedMs + 2_000);
    await expect(shown).toHaveText(" in 3 s");
    await expect(toast.locator("span.sr-only")).toHaveText(" in 5 seconds");
  });
});

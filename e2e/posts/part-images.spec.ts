import type { Page } from "playwright/test";
import sharp from "sharp";
import { expectAccessibleInBothThemes } from "../support/accessibility.ts";
import { chooseChannels, openComposer } from "../support/composer-page.ts";
import { expect, test } from "../support/fixtures.ts";
import { needs } from "../support/needs.ts";
import { visit } from "../support/visit.ts";

const colors = { one: "#7a93b0", two: "#b07a7a", three: "#7ab08a" };
const picture = async (name: keyof typeof colors) => ({
  name: `${name}.png`,
  mimeType: "image/png",
  buffer: await sharp({ create: { width: 320, height: 200, channels: 3, background: colors[name] } })
    .png()
    .toBuffer(),
});
const parts = (page: Page) => page.getByRole("list", { name: "Parts" }).locator("[data-row]");
const imagesAt = (page: Page, part: number) =>
  parts(page)
    .nth(part - 1)
    .getByRole("list", { name: "Images" })
    .getByRole("img");

async function writeThread(page: Page, mark: string): Promise<void> {
  await openComposer(page);
  await chooseChannels(page, ["practice_x", "practice_linkedin"]);
  await page.getByRole("textbox", { name: "Text" }).fill(`${mark} one`);
  for (const text of ["two", "three"]) {
    await page.getByRole("button", { name: /^Add part/ }).click();
    await page
      .getByRole("textbox", { name: /^Part \d of \d$/ })
      .last()
      .fill(`${mark} ${text}`);
  }
}

/** Sends files to the part with the focus, as its button does. */
const choose = async (page: Page, part: number, ...names: (keyof typeof colors)[]) => {
  await page.getByRole("textbox", { name: `Part ${part} of 3` }).focus();
  await expect(
    parts(page)
      .nth(part - 1)
      .getByRole("button", { name: /^Add images/ }),
  ).toBeVisible();
  await page.getByLabel("Image files").setInputFiles(await Promise.all(names.map(picture)));
  await expect(imagesAt(page, part).first()).toBeVisible();
};

/** Pastes or drops an image on the part's field, as a browser reports it. */
async function give(page: Page, part: number, type: "paste" | "drop", name: keyof typeof colors): Promise<void> {
  const { buffer } = await picture(name);
  await page.getByRole("textbox", { name: `Part ${part} of 3` }).evaluate(
    (field, { bytes, file, event }) => {
      const data = new DataTransfer();
      data.items.add(new File([Uint8Array.from(bytes)], file, { type: "image/png" }));
      const options = { bubbles: true, cancelable: true };
      if (event === "paste")
        return field.dispatchEvent(new ClipboardEvent("paste", { ...options, clipboardData: data }));
      field.dispatchEvent(new DragEvent("dragover", { ...options, dataTransfer: data }));
      return (
        field.closest("[data-row]")?.hasAttribute("data-drop") &&
        field.dispatchEvent(new DragEvent("drop", { ...options, dataTransfer: data }))
      );
    },
    { bytes: [...buffer], file: `${name}.png`, event: type },
  );
}

test("an image goes to the part in focus, to the part of the paste, and to the part under a drop", async ({
  signedInPage: page,
}) => {
  needs("describeMedia");
  await writeThread(page, `Placed ${Date.now()}`);
  await choose(page, 2, "one");
  await give(page, 3, "paste", "two");
  await expect(imagesAt(page, 3)).toHaveCount(1);
  await give(page, 1, "drop", "three");
  await expect(imagesAt(page, 1)).toHaveCount(1);
  await expect(imagesAt(page, 2)).toHaveCount(1);
  await expect(parts(page).locator("[data-drop]")).toHaveCount(0);
  await expectAccessibleInBothThemes(page);
});

test("at the end of its part an image moves on to the next by its button, and undo brings it back", async ({
  signedInPage: page,
}) => {
  await writeThread(page, `Moved on ${Date.now()}`);
  await choose(page, 1, "one");
  await parts(page).nth(0).getByRole("button", { name: "Move image 1 to part 2" }).click();
  await expect(imagesAt(page, 2)).toHaveCount(1);
  await expect(imagesAt(page, 1)).toHaveCount(0);
  await page.getByRole("textbox", { name: "Part 1 of 3" }).focus();
  await page.keyboard.press("ControlOrMeta+z");
  await expect(imagesAt(page, 1)).toHaveCount(1);
});

test("each part is published with its images, a joined post with all, and the post's page shows them by part", async ({
  signedInPage: page,
}) => {
  test.slow();
  needs("describeMedia", "getPracticeTimeline");
  const mark = `Sent by part ${Date.now()}`;
  await writeThread(page, mark);
  await choose(page, 2, "one");
  await choose(page, 3, "two", "three");
  const preview = page.getByRole("complementary", { name: "Preview" });
  await expect(
    preview.getByRole("list", { name: "As X shows it" }).locator("> li").nth(2).getByRole("img"),
  ).toHaveCount(2);
  await page.getByRole("button", { name: "Publish on 2 channels" }).click();
  await expect(page.getByRole("heading", { name: "Published on 2 channels" })).toBeVisible({ timeout: 30_000 });
  await visit(page, "/practice/practice_x");
  const item = (text: string) => page.getByRole("article").filter({ hasText: `${mark} ${text}` });
  await expect(item("two").getByRole("img")).not.toHaveCount(0);
  await visit(page, "/practice/practice_linkedin");
  await expect(item("one").getByRole("list").or(item("one")).first()).toBeVisible();
  // Other tests write posts meanwhile.
  await visit(page, `/posts?q=${encodeURIComponent(mark)}`);
  await page
    .getByRole("link", { name: new RegExp(mark) })
    .first()
    .click();
  await expect(page.getByRole("list", { name: "Parts" })).toBeVisible();
});

test("a saved draft opens with each image on its part", async ({ signedInPage: page }) => {
  needs("saveDraft");
  const mark = `Kept by part ${Date.now()}`;
  await writeThread(page, mark);
  await choose(page, 3, "one");
  await expect(parts(page).nth(2).getByRole("progressbar")).toHaveCount(0);
  await page.getByRole("button", { name: /^Save/ }).click();
  await expect(page.getByText("Saved to Drafts", { exact: true })).toBeVisible({ timeout: 20_000 });
  await visit(page, "/drafts");
  await page
    .getByRole("link", { name: new RegExp(mark) })
    .first()
    .click();
  await expect(imagesAt(page, 3)).toHaveCount(1);
  await expect(imagesAt(page, 1)).toHaveCount(0);
});

import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, truncateSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { openComposer } from "../support/composer-page.ts";
import { expect, test } from "../support/fixtures.ts";

const folder = mkdtempSync(path.join(tmpdir(), "postwright-files-"));
test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("a file of 4 GB is refused without being read, and the text stays", async ({ signedInPage: page }) => {
  const film = path.join(folder, "film.png");
  const file = openSync(film, "w");
  writeSync(file, Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]));
  closeSync(file);
  // The file is sparse and needs no disk space: all but its beginning is a hole.
  truncateSync(film, 4 * 1024 ** 3);
  await page.addInitScript(() => {
    const read: string[] = [];
    Object.assign(window, { read });
    for (const name of ["arrayBuffer", "text", "stream", "bytes"] as const) {
      const own = Blob.prototype[name] as () => unknown;
      Object.assign(Blob.prototype, {
        [name](this: Blob) {
          read.push(`${name} of ${this.size}`);
          return own.call(this);
        },
      });
    }
  });
  await openComposer(page);
  await page.getByRole("textbox", { name: "Text" }).fill("Beside a film");
  await page.getByLabel("Image files").setInputFiles(film);
  await expect(page.getByText("film.png is 4.0 GB; the limit is 10 MB.")).toBeVisible();
  expect(await page.evaluate(() => (window as unknown as { read: string[] }).read)).toEqual([]);
  await expect(page.getByRole("textbox", { name: "Text" })).toHaveValue("Beside a film");
});

test("a folder that is dropped is called one, and what lies beside it is looked at", async ({ signedInPage: page }) => {
  const holidays = path.join(folder, "Holidays");
  mkdirSync(holidays);
  await openComposer(page);
  const text = page.getByRole("textbox", { name: "Text" });
  await text.fill("Beside a folder");
  // Drops a folder as the operating system does: a page can't create one itself.
  const browser = await page.context().newCDPSession(page);
  // On the text and outside the composer, where a browser would open the dropped file.
  for (const where of [text, page.getByRole("heading", { name: "New post" })]) {
    const box = await where.boundingBox();
    if (!box) throw new Error("It is not shown.");
    const at = { x: box.x + 20, y: box.y + 10 };
    for (const type of ["dragEnter", "dragOver", "drop"] as const) {
      const data = { items: [], files: [holidays], dragOperationsMask: 1 };
      await browser.send("Input.dispatchDragEvent", { type, ...at, data });
    }
    await page
      .getByRole("alert")
      .filter({ hasText: "Holidays is a folder. Open it and add the images in it." })
      .getByRole("button", { name: "Close" })
      .click();
  }
  await expect(text).toHaveValue("Beside a folder");
});

import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chmodSync, rmSync } from "node:fs";
import path from "node:path";
import { createDataDir } from "#lib/testing/data-folder.ts";
import { openComposer, savedStatus } from "../support/composer-page.ts";
import { addSession, expect, test } from "../support/fixtures.ts";
import { callApi } from "../support/isolated-app-fixture.ts";
import { needs } from "../support/needs.ts";
import { startApp } from "../support/start-app.ts";

// A service that can't write.
test.use({ expectedErrors: [/net::ERR_|Failed to load resource|Failed to fetch|status of 5/] });

test("a server whose disk is full: the words stay, that is said, and they are saved when there is room", async ({
  browser,
  watch,
}) => {
  needs("saveDraft");
  test.setTimeout(180_000);
  const dataDir = createDataDir();
  const isMounted = spawnSync("mount", ["-t", "tmpfs", "-o", "size=320m", "tmpfs", dataDir]).status === 0;
  // biome-ignore lint/suspicious/noSkippedTests: where nothing may be mounted there is no disk to fill
  test.skip(!isMounted, "a full disk needs root and mount");
  chmodSync(dataDir, 0o755);
  try {
    const app = await startApp({ DATA_DIR: dataDir });
    try {
      const context = await browser.newContext({ baseURL: app.origin });
      const page = await context.newPage();
      watch(page);
      await addSession(page, app);
      await openComposer(page);
      const text = page.getByRole("textbox", { name: "Text" });
      await text.fill("Written while there was room");
      await expect(page.getByText(savedStatus)).toBeVisible();
      const id = new URL(page.url()).searchParams.get("draft");
      const ballast = path.join(dataDir, "ballast");
      spawnSync("dd", ["if=/dev/zero", `of=${ballast}`, "bs=64k"]);
      // Too large for the allocated pages of the table, and incompressible.
      const words = `Written on a full disk ${randomBytes(10_000).toString("hex")}`;
      await text.fill(words);
      await expect(page.getByText("Saved here, not yet on the server")).toBeVisible({ timeout: 30_000 });
      const kept = await page.evaluate((draft) => {
        const name = Object.keys(localStorage).find(
          (one) => one.startsWith("postwright:draft:") && one.endsWith(draft),
        );
        return JSON.parse(localStorage.getItem(name ?? "") ?? "{}");
      }, id ?? "");
      expect(kept).toMatchObject({ isSaved: false, draft: { parts: [{ text: words }] } });
      await expect(text).toHaveValue(words);
      rmSync(ballast);
      await expect(page.getByText(savedStatus)).toBeVisible({ timeout: 60_000 });
      const draft = await callApi<{ content: { parts: string[] } }>(app, "GET", `/drafts/${id}`);
      expect(draft.content.parts).toEqual([words]);
      await context.close();
    } finally {
      await app.stop();
    }
  } finally {
    spawnSync("umount", [dataDir]);
    rmSync(dataDir, { recursive: true, force: true });
  }
});

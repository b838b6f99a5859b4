import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "../support/fixtures.ts";
import {
  createOutputRecorder,
  findLeakedSecrets,
  readFiles,
  readPageContents,
  toScannedOutput,
} from "../support/secret-scan.ts";

test("the search finds a secret in each form it can take, and nothing where there is none", async ({
  browser,
  app,
}) => {
  const secret = { name: "the secret", value: `${randomBytes(16).toString("hex")}&"<é` };
  const forms: Record<string, string> = {
    plain: `key=${secret.value};`,
    "an address": `/?key=${encodeURIComponent(secret.value)}`,
    JSON: JSON.stringify({ secret: [secret.value] }),
    hex: Buffer.from(secret.value).toString("hex"),
    ...Object.fromEntries(
      [0, 1, 2].map((at) => [`base64 at ${at}`, btoa(`${"x".repeat(at)}${secret.value.slice(0, -1)}e!`)]),
    ),
  };
  const ascii = { name: "the secret", value: secret.value.slice(0, -1) };
  for (const [place, text] of Object.entries(forms))
    expect(findLeakedSecrets([secret, ascii], [toScannedOutput(place, text)])).toEqual(
      expect.arrayContaining([`the secret in ${place}`]),
    );
  expect(
    findLeakedSecrets([secret], [toScannedOutput("another", randomBytes(4096)), toScannedOutput("nothing", "")]),
  ).toEqual([]);

  const folder = mkdtempSync(path.join(tmpdir(), "postwright-leak-"));
  writeFileSync(
    path.join(folder, "page"),
    Buffer.concat([randomBytes(5000), Buffer.from(secret.value), randomBytes(99)]),
  );
  expect(findLeakedSecrets([secret], readFiles(folder))).toEqual(["the secret in the file page"]);
  rmSync(folder, { recursive: true });

  const page = await browser.newPage({ baseURL: app.origin });
  const recorder = createOutputRecorder();
  await recorder.watch(page);
  await page.goto("/sign-in");
  await page.context().addCookies([{ name: "c", value: encodeURIComponent(ascii.value), url: app.origin }]);
  await page.evaluate(async (value) => {
    localStorage.setItem("a", value);
    sessionStorage.setItem("b", value);
    console.log(value);
    document.body.append(value);
    await new Promise((resolve) => {
      const opening = indexedDB.open("d");
      opening.onupgradeneeded = () => opening.result.createObjectStore("e").add({ deep: [value] }, 1);
      opening.onsuccess = () => resolve(opening.result.close());
    });
  }, ascii.value);
  const found = findLeakedSecrets([ascii], [...recorder.said, ...(await readPageContents(page))]);
  const places = ["IndexedDB", "cookies", "document", "localStorage", "sessionStorage"].map(
    (what) => `${what} of /sign-in`,
  );
  expect(found.map((leak) => leak.replace("the secret in ", ""))).toEqual([...places, "the browser's console"].sort());
  await page.context().close();
});

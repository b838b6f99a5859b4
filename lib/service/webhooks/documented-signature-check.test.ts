import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { generateWebhookSecret, signWebhookMessage } from "./webhook-secret.ts";

/** Runs, as a program of its own, the check that docs/webhooks.md shows for people without a library. */
function runDocumented(input: object): boolean {
  const page = readFileSync("docs/webhooks.md", "utf8");
  const code = [...page.matchAll(/```js\n(.*?)```/gs)]
    .map(([, block]) => block)
    .find((block) => block?.includes("isOurs"));
  if (!code) throw new Error("docs/webhooks.md contains no check");
  const call = `const { secret, headers, body } = JSON.parse(process.argv[1]);
    process.stdout.write(String(isOurs(secret, headers, body)));`;
  const ended = spawnSync(process.execPath, ["--input-type=module", "-e", `${code}\n${call}`, JSON.stringify(input)]);
  if (ended.status !== 0) throw new Error(String(ended.stderr));
  return String(ended.stdout) === "true";
}

test("the documented check accepts our signatures, by either secret of a rotation, and nothing else", () => {
  const [secret, former, stranger] = [generateWebhookSecret(), generateWebhookSecret(), generateWebhookSecret()];
  const body = '{"type":"test","data":{"words":"grüße 🐦‍🔥"}}';
  const headers = signWebhookMessage([secret, former], { id: "msg_1", at: new Date(), payload: body });
  expect(runDocumented({ secret, headers, body })).toBe(true);
  expect(runDocumented({ secret: former, headers, body })).toBe(true);
  expect(runDocumented({ secret: stranger, headers, body })).toBe(false);
  expect(runDocumented({ secret, headers, body: `${body} ` })).toBe(false);
  expect(runDocumented({ secret, headers: { ...headers, "webhook-id": "msg_2" }, body })).toBe(false);
  const old = signWebhookMessage([secret], { id: "msg_1", at: new Date(Date.now() - 600_000), payload: body });
  expect(runDocumented({ secret, headers: old, body })).toBe(false);
});

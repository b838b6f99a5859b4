import { expect, test } from "vitest";
import { getAccountImageRequirements } from "#lib/contract/platforms/channel-rules.ts";
import { getInstanceDomain, getInstanceLimits, parseInstance } from "./instance-limits.ts";

test("image limits come from the server, with Mastodon's defaults for missing values", () => {
  const _account = { channelId: "c", username: "a", remoteId: "1", host: "https://a.example" };
  const told = { types: ["image/png"], maxBytes: 1_000, maxPixels: 2_000 };
  expect(getAccountImageRequirements("mastodon", told)).toMatchObject({
    types: ["image/png"],
    maxBytes: 1_000,
    maxPixels: 2_000,
  });
  expect(getAccountImageRequirements("mastodon", {})).toMatchObject({
    maxBytes: 16_777_216,
    maxPixels: 33_177_600,
  });
  expect(getAccountImageRequirements("mastodon", { types: [] }).types).toEqual(["image/jpeg"]);
});

test("Pleroma's and Akkoma's limits are read where they are, and a server that takes every type keeps PNG and GIF", () => {
  const account = { channelId: "c", username: "a", remoteId: "1", host: "https://a.example" };
  const version = "2.7.2 (compatible; Pleroma 2.9.1)";
  const pleroma = {
    version,
    configuration: {
      statuses: { max_characters: 5_000, max_media_attachments: 1_000 },
      media_attachments: { image_size_limit: 16_000_000, supported_mime_types: ["application/octet-stream"] },
    },
    pleroma: { metadata: { description_limit: 5_000 } },
  };
  const akkoma = { version, max_toot_chars: 5_000, upload_limit: 16_000_000, description_limit: 5_000 };
  for (const json of [pleroma, akkoma]) {
    const reportedLimits = parseInstance(json) ?? {};
    expect(getInstanceLimits({ ...account, reportedLimits })).toMatchObject({ maxCharacters: 5_000, maxAlt: 5_000 });
    expect(getAccountImageRequirements("mastodon", reportedLimits)).toMatchObject({
      maxBytes: 16_000_000,
      types: ["image/jpeg", "image/png", "image/webp", "image/gif"],
    });
  }
});

const mastodonSource = "https://github.com/mastodon/mastodon";
test.each([
  ["4.5.2", mastodonSource, "mastodon"],
  ["4.6.0-nightly.2026-11-20", mastodonSource, "mastodon"],
  ["4.5.2+glitch", "https://github.com/glitch-soc/mastodon", "mastodon"],
  ["3.5.3", null, "mastodon"],
  ["0.20.0-dev 57cb4fe", "https://codeberg.org/superseriousbusiness/gotosocial", "mastodon-whole"],
  ["4.4.0", "https://github.com/fedify-dev/hollo", "mastodon-whole"],
  ["4.0.0 (not true; really snac/2.75)", null, "mastodon-whole"],
  ["2.7.2 (compatible; Pleroma 2.9.1)", null, "mastodon-whole"],
  ["3.5.3 (compatible; Pixelfed 0.12.5)", mastodonSource, "mastodon-whole"],
  ["unknown", null, "mastodon-whole"],
])("a server of version %j with its source at %j is counted as %s", (version, source, counting) => {
  const account = { channelId: "c", username: "a", remoteId: "1", host: "https://a.example" };
  const reportedLimits = parseInstance({ version, source_url: source }) ?? {};
  expect(getInstanceLimits({ ...account, reportedLimits }).counting).toBe(counting);
});

test.each([
  [{ domain: "a.example" }, "a.example"],
  [{ uri: "b.example" }, "b.example"],
  [{ uri: "https://c.example" }, "c.example"],
  [{ uri: "https://d.example:8443/" }, "d.example:8443"],
  [{}, "here.example"],
])("a server that calls itself %j is shown as %s", (names, domain) => {
  expect(getInstanceDomain(parseInstance({ version: "2.7.2", ...names }), "https://here.example")).toBe(domain);
});

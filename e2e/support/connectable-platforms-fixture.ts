import { startNostrRelay, startPlatform } from "../peers/platform.ts";
import { publishAtOnce } from "./app-under-test.ts";
import { test as base } from "./fixtures.ts";
import { startApp } from "./start-app.ts";

type Platform = Awaited<ReturnType<typeof startPlatform>>;

type Meta = { instagram: Platform; facebook: Platform };
type Apps = {
  app: { origin: string; key: string };
  mastodon: Platform;
  telegram: Platform;
  linkedin: Platform;
  meta: Meta;
  relay: Awaited<ReturnType<typeof startNostrRelay>>;
};
/** An app that can reach a Mastodon server, and peers that replace the other platforms. */
export const test = base.extend<object, Apps>({
  mastodon: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern to know what a fixture needs
    async ({}, use) => {
      const mastodon = await startPlatform("mastodon");
      await use(mastodon);
      await mastodon.stop();
    },
    { scope: "worker" },
  ],
  telegram: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern to know what a fixture needs
    async ({}, use) => {
      const telegram = await startPlatform("telegram");
      await use(telegram);
      await telegram.stop();
    },
    { scope: "worker" },
  ],
  linkedin: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern to know what a fixture needs
    async ({}, use) => {
      const linkedin = await startPlatform("linkedin");
      await use(linkedin);
      await linkedin.stop();
    },
    { scope: "worker" },
  ],
  meta: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern to know what a fixture needs
    async ({}, use) => {
      const meta = { instagram: await startPlatform("instagram"), facebook: await startPlatform("facebook") };
      await use(meta);
      await meta.instagram.stop();
      await meta.facebook.stop();
    },
    { scope: "worker" },
  ],
  relay: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern to know what a fixture needs
    async ({}, use) => {
      const relay = await startNostrRelay();
      await use(relay);
      await relay.stop();
    },
    { scope: "worker", timeout: 120_000 },
  ],
  app: [
    async ({ mastodon, telegram, linkedin, meta, relay }, use) => {
      const peers = [mastodon, telegram, linkedin, meta.instagram, meta.facebook, relay];
      const allow = peers.map(({ host }) => host).join(",");
      const app = await startApp({
        OUTBOUND_ALLOW: allow,
        TELEGRAM_API_URL: telegram.url,
        LINKEDIN_API_URL: linkedin.url,
        LINKEDIN_CLIENT_ID: "app",
        LINKEDIN_CLIENT_SECRET: "app-secret",
        LINKEDIN_POSTS_FOR: "both",
        INSTAGRAM_API_URL: meta.instagram.url,
        INSTAGRAM_CLIENT_ID: "app",
        INSTAGRAM_CLIENT_SECRET: "app-secret",
        FACEBOOK_API_URL: meta.facebook.url,
        FACEBOOK_CLIENT_ID: "app",
        FACEBOOK_CLIENT_SECRET: "app-secret",
      });
      await publishAtOnce(app);
      await use({ origin: app.origin, key: app.key });
      await app.stop();
    },
    { scope: "worker", timeout: 240_000 },
  ],
});

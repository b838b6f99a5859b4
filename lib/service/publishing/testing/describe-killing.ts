import { setTimeout as pause } from "node:timers/promises";
import { afterAll, describe, expect, test } from "vitest";
import type { Deployment } from "./deployments.ts";
import { type ExpectedPost, type KillableApp, PostingClient } from "./killable-app.ts";
import { waitUntil } from "./publishing-fixture.ts";

const rounds = 50;

/** Creates the same random numbers each time, so that a failure can be repeated. */
function makeRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

type Killing = {
  open: () => Promise<Deployment>;
  /** Kills the process, and in some rounds more. */
  kill?: (victim: KillableApp, round: number, setUp: Deployment) => Promise<void>;
  seed: number;
};

/**
 * Kills a deployment again and again while posts are written and delivered. Each deployment has a test file of its own,
 * so that they run concurrently.
 */
export function describeKilling(name: string, { open, kill = (victim) => victim.kill(), seed }: Killing): void {
  describe(name, () => {
    let setUp: Deployment | null = null;
    afterAll(async () => {
      await Promise.all(setUp?.apps.map((app) => app.kill()) ?? []);
      await setUp?.close();
    });

    test(`${rounds} times killed: nothing acknowledged is lost, nothing is published twice, nothing hangs`, {
      timeout: 600_000,
    }, async () => {
      setUp = await open();
      const { apps } = setUp;
      const [web] = apps;
      const random = makeRandom(seed);
      const beganAt = performance.now();
      for (const app of apps) await app.start();
      const author = new PostingClient(web.origin, random);
      const restartMs: number[] = [];
      const starting = new Map<KillableApp, Promise<unknown>>();
      for (let round = 1; round <= rounds; round += 1) {
        const writing = author.write();
        await pause(100 + random() * 700);
        const victim = apps[Math.floor(random() * apps.length)] ?? web;
        await starting.get(victim);
        await kill(victim, round, setUp);
        author.stop();
        await writing;
        const started = victim.start().then((ms) => restartMs.push(ms));
        // The others continue meanwhile; without the web process nothing can be written.
        starting.set(victim, started);
        if (victim === web) await started;
      }
      await Promise.all(starting.values());
      await author.finish();
      await waitUntil(
        "nothing is in progress",
        async () => {
          // One list for both: between two lists, a post can go from scheduled to publishing and be missed by each.
          const posts = await author.listPosts();
          const isPublishing = [...posts.values()].some((post) => post.status === "publishing");
          return !isPublishing && countLateScheduled(author, posts) === 0;
        },
        90_000,
      );
      const figures = await prove(author);
      await proveAddresses(author);
      const sorted = restartMs.toSorted((a, b) => a - b);
      console.table([
        {
          setUp: name,
          rounds,
          ...figures,
          "creates cut off": author.cut,
          "starts refused": apps.reduce((sum, app) => sum + app.refused, 0),
          "restart ms, median / worst": `${Math.round(sorted[rounds >> 1] ?? 0)} / ${Math.round(sorted.at(-1) ?? 0)}`,
          seconds: Math.round((performance.now() - beganAt) / 1000),
        },
      ]);
    });
  });
}

function countLateScheduled(author: PostingClient, posts: ReadonlyMap<string, { status: string }>): number {
  return author.acknowledged.filter(({ post, farAhead }) => !farAhead && posts.get(post.id)?.status === "scheduled")
    .length;
}

/**
 * Checks that every acknowledged post ended well, with every part on its timeline once, in order. The timeline decides.
 */
async function prove(author: PostingClient) {
  const posts = await author.listPosts();
  const acknowledged = new Map<string, ExpectedPost>(author.acknowledged.map((one) => [one.post.id, one]));
  expect([...acknowledged.keys()].filter((id) => !posts.has(id))).toEqual([]);
  const notCreated = [...posts.keys()].filter((id) => !acknowledged.has(id));
  expect(notCreated, "posts missing from every answer").toEqual([]);
  const ends = [...acknowledged.values()].map(({ post, farAhead }) => ({ ...posts.get(post.id), farAhead }));
  const wrong = ends.filter((post) => post.status !== (post.farAhead ? "scheduled" : "published"));
  expect(wrong).toEqual([]);
  let parts = 0;
  for (const platform of ["x", "bluesky", "linkedin"]) {
    const items = await author.timeline(platform);
    const wanted = [...acknowledged.values()].filter((one) => one.post.channel === platform && !one.farAhead);
    const texts = items.map((item) => item.text);
    expect(texts.toSorted()).toEqual(wanted.flatMap((one) => one.items).toSorted());
    const place = new Map(texts.map((text, index) => [text, index]));
    for (const one of wanted) {
      const places = one.items.map((text) => place.get(text) ?? -1);
      expect(places).toEqual(places.toSorted((a, b) => a - b));
      const threads = new Set(places.map((index) => items[index]?.thread));
      expect(threads.size).toBe(1);
      const urls = posts.get(one.post.id)?.published_urls ?? [];
      expect(urls.map((url) => url.split("/").at(-1))).toEqual(places.map((index) => items[index]?.id));
    }
    parts += texts.length;
  }
  const scheduled = ends.filter((post) => post.farAhead).length;
  return {
    posts: posts.size,
    published: ends.length - scheduled,
    "still scheduled": scheduled,
    "items, each once": parts,
  };
}

async function proveAddresses(author: PostingClient): Promise<void> {
  const posts = [...(await author.listPosts()).values()];
  const sample = posts
    .flatMap((post) => post.published_urls)
    .filter((_, index, all) => index % Math.ceil(all.length / 40) === 0);
  for (const url of sample) {
    const answer = await fetch(url);
    expect(`${answer.status} ${url}`).toBe(`200 ${url}`);
    await answer.body?.cancel();
  }
}

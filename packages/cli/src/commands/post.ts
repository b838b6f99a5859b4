import { readFileSync } from "node:fs";
import path from "node:path";
import type { ThreadChoice } from "../../../../lib/contract/types.ts";
import type { Postwright } from "../../../client/src/create-client.ts";
import type { Channel, Post } from "../../../client/src/generated/contract-types.d.ts";
import type { CreatePostsInput } from "../../../client/src/resources.ts";
import { isPostwrightError } from "../../../client/src/resources.ts";
import { findLengthProblem, parseThreadChoice, toThreadFields } from "../check-length.ts";
import { chooseChannels } from "../choose-channels.ts";
import { exitCodes, refusal, usageError } from "../cli-error.ts";
import { type Command, type CommandContext, getText, getTexts } from "../command.ts";
import { decodeText } from "../decode-text.ts";
import { describeTime, parseTime, readTimeSettings } from "../schedule-time.ts";
import { shorten } from "../terminal.ts";
import { formatPosts, watchPosts } from "./read-posts.ts";

export const post: Command = {
  summary: "Publish or schedule a post, or save a draft",
  usage: "[TEXT]",
  options: {
    channel: {
      type: "string",
      multiple: true,
      short: "c",
      value: "CHANNEL",
      help: "Platform, username, name or id; repeatable. all: every channel.",
    },
    file: { type: "string", short: "f", value: "FILE", help: "Read the text from a file; - is standard input." },
    thread: { type: "boolean", help: "Start a new part at each line that is only ---." },
    threads: {
      type: "string",
      value: "chain|join",
      help: "Where there are threads: one post for each part (chain), or one for all (join).",
    },
    image: {
      type: "string",
      multiple: true,
      short: "i",
      value: "[PART=]FILE",
      help: "Attach an image to the first part, or as 2=FILE to another; repeatable, up to 4 each.",
    },
    alt: { type: "string", multiple: true, value: "TEXT", help: "Describe the images, in their order." },
    at: { type: "string", value: "TIME", help: 'When: "fri 9:00", "in 2h", next-slot, or ISO 8601. Default: now.' },
    zone: { type: "string", value: "ZONE", help: "Time zone of --at. Default: the one in your settings." },
    draft: { type: "boolean", help: "Save a draft: nothing is published." },
    points: { type: "string", value: "NUMBER", help: "Points claimed for the post." },
    wait: { type: "boolean", short: "w", help: "Wait until it is published or has failed." },
    timeout: { type: "string", value: "SECONDS", help: "Stop waiting after this time, with exit code 3." },
    "dry-run": { type: "boolean", help: "Check everything and create nothing." },
    "idempotency-key": { type: "string", value: "KEY", help: "The same key and post within 24 h are one post." },
  },
  examples: [
    'postwright post "We are live" --channel x --channel linkedin',
    'postwright post --file launch.md --thread --image chart.png --image 2=map.png --alt "Sales by month" --channel all --at "fri 9:00"',
    "git log -1 --format=%s | postwright post --file - --channel bluesky --wait",
  ],
  async run(context) {
    const { connect, options } = context;
    const parts = await readParts(context);
    const images = getTexts(options, "image").map((text) => readPartImage(text, parts.length));
    const counts = parts.map((_, part) => images.filter((image) => image.part === part).length);
    const alts = getTexts(options, "alt");
    if (alts.length > images.length) throw usageError("There are more --alt options than --image options.");
    const points = getText(options, "points");
    if (points !== undefined && !/^\d{1,4}$/.test(points)) throw usageError("--points must be a whole number.");
    const choice = parseThreadChoice(getText(options, "threads") ?? "");
    if (choice === undefined) throw usageError("--threads must be chain or join.");
    const client = connect();
    const chosen = chooseChannels(getTexts(options, "channel"), await client.channels.list());
    const when = await readWhen(client, context);
    if (options["dry-run"] === true) return dryRun(context, { client, chosen, parts, counts, choice, when });
    const media: string[][] = parts.map(() => []);
    for (const [at, image] of images.entries()) {
      const alt = alts[at];
      media[image.part]?.push(
        (await client.media.upload(image.file, { name: image.name, ...(alt !== undefined && { alt }) })).id,
      );
    }
    const input: CreatePostsInput = {
      channels: chosen.map(({ id }) => id),
      ...toTextFields(parts),
      ...toThreadFields(chosen, choice),
      ...toMediaFields(media),
      ...(when.value !== undefined && { scheduled_for: when.value }),
      ...(points !== undefined && { points: Number(points) }),
      ...(options["draft"] === true && { draft: true }),
    };
    const created = await client.posts.create(input, { idempotencyKey: getText(options, "idempotency-key") });
    if (options["wait"] === true && options["draft"] !== true)
      return watchPosts(
        context,
        created.map(({ id }) => id),
      );
    printCreated(context, created, when.text);
    return exitCodes.ok;
  },
};

/** One list of ids for the first part alone; otherwise one for each part. */
const toMediaFields = (media: readonly string[][]): { media?: string[]; part_media?: string[][] } => {
  const [first = [], ...others] = media;
  if (others.some((ids) => ids.length > 0)) return { part_media: [...media] };
  return first.length > 0 ? { media: first } : {};
};

export const toTextFields = (parts: readonly string[]): { text: string } | { thread: string[] } =>
  parts.length === 1 ? { text: parts[0] ?? "" } : { thread: [...parts] };

function printCreated({ terminal, isJson }: CommandContext, created: readonly Post[], whenText: string): void {
  terminal.write(isJson ? JSON.stringify(created) : formatPosts(created));
  if (!isJson && whenText !== "") terminal.note(`Scheduled for ${whenText}.`);
}

async function readParts({ terminal, options, positionals }: CommandContext): Promise<string[]> {
  const file = getText(options, "file") ?? (positionals[0] === "-" ? "-" : undefined);
  const isArgument = positionals.length > 0 && positionals[0] !== "-";
  if (isArgument === (file !== undefined)) throw usageError("Give the text as an argument, or with --file.");
  if (positionals.length > 1) throw usageError("Put the text in quotes.");
  const text =
    file === undefined
      ? (positionals[0] ?? "")
      : file === "-"
        ? decodeText(await terminal.readInput(), "The input")
        : readText(file);
  const parts = options["thread"] === true ? text.split(/^---[ \t]*\r?$/m) : [text];
  const trimmed = parts.map((part) => part.replace(/\r\n/g, "\n").trim());
  if (trimmed.includes(""))
    throw usageError(trimmed.length === 1 ? "The text is empty." : "A part of the thread is empty.");
  return trimmed;
}

function readText(file: string): string {
  let bytes: Uint8Array;
  try {
    bytes = readFileSync(file);
  } catch {
    throw usageError(`${file} can't be read.`);
  }
  return decodeText(bytes, file);
}

const imageTypes: Readonly<Record<string, string>> = {
  ".jpg": "image/jpeg",
  ".jpeg": "image/jpeg",
  ".png": "image/png",
  ".webp": "image/webp",
  ".gif": "image/gif",
};

type PartImage = ReturnType<typeof readImage> & { part: number };

/** Reads `chart.png`, or `2=chart.png` for an image of the second part. */
function readPartImage(text: string, parts: number): PartImage {
  const [, number = "1", file = text] = /^(\d+)=(.+)$/.exec(text) ?? [];
  const part = Number(number) - 1;
  if (part < 0 || part >= parts) throw usageError(`There is no part ${number} for the image ${file}.`);
  return { ...readImage(file), part };
}

/** @throws CliError if the file can't be read or has another type */
export function readImage(file: string): { file: Blob; name: string } {
  const type = imageTypes[path.extname(file).toLowerCase()];
  if (type === undefined) throw usageError(`${file} is not a JPEG, PNG, WebP or GIF.`);
  try {
    return { file: new Blob([new Uint8Array(readFileSync(file))], { type }), name: path.basename(file) };
  } catch {
    throw usageError(`${file} can't be read.`);
  }
}

type When = { value?: Date | "next-slot"; text: string };

async function readWhen(client: Postwright, { options }: CommandContext): Promise<When> {
  const words = getText(options, "at");
  if (words === undefined) return { text: "" };
  if (options["draft"] === true) throw usageError("A draft has no time: leave out --at or --draft.");
  if (words === "next-slot") return { value: words, text: "the next free slot" };
  const settings = await readTimeSettings(client, getText(options, "zone"));
  const at = parseTime(words, settings);
  return at === null ? { text: "" } : { value: at, text: describeTime(at, settings) };
}

type DryRun = {
  client: Postwright;
  chosen: Channel[];
  parts: string[];
  counts: number[];
  choice: ThreadChoice | null;
  when: When;
};

type CheckAnswer = Awaited<ReturnType<Postwright["posts"]["check"]>>;

/**
 * Returns why the service would refuse a create. What it says about missing images does not count where the images are
 * files that are not uploaded yet. A service from before this list has none.
 */
export function findServiceProblem({ problems = [] }: Partial<CheckAnswer>, hasFiles: boolean): string | null {
  return problems.find(({ field }) => !(hasFiles && field === "media"))?.message ?? null;
}

/** Checks a post as far as that is possible without creating it. */
async function dryRun({ terminal, isJson }: CommandContext, { client, chosen, parts, counts, choice, when }: DryRun) {
  const images = counts.reduce((sum, count) => sum + count, 0);
  const problem = chosen
    .map((channel) => findLengthProblem(channel, parts, counts, choice))
    .find((one) => one !== null);
  const at = when.value instanceof Date ? when.value : null;
  const check = {
    channels: chosen.map(({ id }) => id),
    ...toTextFields(parts),
    ...toThreadFields(chosen, choice),
    scheduled_for: when.value ?? null,
  };
  const warnings = await client.posts.check(check).then(
    (answer) => {
      const refused = findServiceProblem(answer, images > 0);
      if (refused !== null) throw refusal(`${refused} Nothing was created.`);
      return answer.warnings;
    },
    (error: unknown) => {
      if (isPostwrightError(error) && error.status === 404) return null;
      throw error;
    },
  );
  // A service that is no Postwright may have other limits.
  if (problem && warnings !== null) throw refusal(`${problem}. Nothing was created.`);
  const notes = [
    ...(problem ? [problem] : []),
    ...(warnings ?? []).map(({ message }) => message),
    ...(warnings === null ? ["This service can't check posts, so only lengths were checked here."] : []),
  ];
  if (isJson) {
    terminal.write(JSON.stringify({ channels: chosen, parts, images, scheduled_for: at, warnings: notes }));
    return exitCodes.ok;
  }
  const names = chosen.map(({ platform, username }) => `${platform}:${username.replace(/^@/, "")}`).join(", ");
  terminal.write(`Nothing was created. It would go to ${names} ${when.text === "" ? "now" : `at ${when.text}`}:`);
  for (const part of parts) terminal.write(`  ${shorten(part, 90)}`);
  for (const note of notes) terminal.write(`Warning: ${note}`);
  return exitCodes.ok;
}

import { usageError } from "../cli-error.ts";
import type { PlanRow } from "./read-plan.ts";

type Fields = Record<string, unknown>;

/** Returns true if a plan is an answer of another tool's API instead of CSV. */
export const isJsonPlan = (text: string): boolean => /^\uFEFF?\s*[{[]/.test(text);

/**
 * Reads the posts that the API of Buffer or Postiz answered. A row's `line` is the number of its post.
 * - Buffer: the query `posts`, `{ data: { posts: { edges: [{ node }] } } }` (developers.buffer.com, November 2026)
 * - Postiz: `GET /public/v1/posts`, `{ posts: [] }` (its OpenAPI description, August 2026)
 * @throws CliError if the text is neither
 */
export function readJsonPlan(text: string): PlanRow[] {
  const answer = parseJson(text);
  const buffer = getFields(getFields(answer["data"])["posts"])["edges"];
  if (Array.isArray(buffer))
    return buffer.map((edge, at) => readBufferPost(getFields(getFields(edge)["node"]), at + 1));
  const postiz = answer["posts"];
  if (Array.isArray(postiz)) return postiz.map((post, at) => readPostizPost(getFields(post), at + 1));
  throw usageError("This JSON isn't a list of posts from Buffer's or Postiz's API.");
}

function parseJson(text: string): Fields {
  try {
    return getFields(JSON.parse(text.replace(/^\uFEFF/, "")));
  } catch {
    throw usageError("The file looks like JSON but can't be read as JSON.");
  }
}

const getFields = (value: unknown): Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : {};
const getText = (value: unknown): string => (typeof value === "string" ? value : "");

/** The other tools' names of platforms that are called otherwise here. */
const platformNames: Readonly<Record<string, string>> = {
  twitter: "x",
  "linkedin-page": "linkedin",
  "mastodon-custom": "mastodon",
};
const getPlatforms = (name: string) => (name === "" ? [] : [platformNames[name] ?? name]);

function readBufferPost(node: Fields, line: number): PlanRow {
  const status = getText(node["status"]).toLowerCase();
  const assets = Array.isArray(node["assets"]) ? node["assets"].map(getFields) : [];
  const isVideo = assets.some((asset) => getText(asset["mimeType"]).startsWith("video/"));
  return {
    line,
    parts: [getText(node["text"])],
    channels: getPlatforms(getText(node["channelService"])),
    time: status === "draft" ? "" : getText(node["dueAt"]),
    isDraft: status === "draft",
    images: assets.map((asset) => getText(asset["source"])).filter(Boolean),
    threads: "",
    points: "",
    problem: isVideo ? "it has a video, and only images can be imported" : findStatusProblem(status, "scheduled"),
  };
}

function readPostizPost(post: Fields, line: number): PlanRow {
  const state = getText(post["state"]).toLowerCase();
  return {
    line,
    parts: [toPlainText(getText(post["content"]))],
    channels: getPlatforms(getText(getFields(post["integration"])["providerIdentifier"])),
    time: state === "draft" ? "" : getText(post["publishDate"]),
    isDraft: state === "draft",
    // The list of Postiz reports no images.
    images: [],
    threads: "",
    points: "",
    problem: findStatusProblem(state, "queue"),
  };
}

function findStatusProblem(status: string, planned: string): string | null {
  if (status === planned || status === "draft") return null;
  return `its status is "${status}": only drafts and scheduled posts are imported`;
}

const entities: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  "#39": "'",
  nbsp: " ",
};

/** Returns the text of HTML that an editor made of paragraphs; other text stays as it is. */
function toPlainText(content: string): string {
  if (!/^\s*<(p|h\d|ul)\b/i.test(content)) return content;
  return content
    .replace(/<br\s*\/?>/gi, "\n")
    .replace(/<\/(p|h\d|li|ul)>\s*/gi, "\n")
    .replace(/<[^<>]*>/g, "")
    .replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (whole, name: string) => entities[name] ?? whole)
    .trim();
}

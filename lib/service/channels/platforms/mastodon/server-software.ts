import type { ConnectorJson, PlatformResult } from "#lib/service/channels/core/connector.ts";
import { getJsonList, getJsonText, getJsonUrl } from "#lib/service/channels/core/platform-response.ts";

/** The programs with Mastodon's API whose differences we know, by the word that names them in lower case. */
const names: Readonly<Record<string, string>> = {
  pixelfed: "Pixelfed",
  gotosocial: "GoToSocial",
  friendica: "Friendica",
  akkoma: "Akkoma",
  pleroma: "Pleroma",
  hollo: "Hollo",
  snac: "snac2",
};

/**
 * Recognizes a server's program by its description: most name themselves in the version, such as
 * `2.7.2 (compatible; Pleroma 2.9.1)` or `4.0.0 (not true; really snac/2.75)`, GoToSocial and Hollo by their source.
 * @returns null if the description names none of them; Mastodon names only its source
 */
export function recognizeSoftware(version: string, sourceUrl: string | null): string | null {
  const said = `${version} ${sourceUrl ?? ""}`.toLowerCase();
  const word = Object.keys(names).find((one) => new RegExp(`(?<![a-z])${one}(?![a-z])`, "u").test(said));
  if (word !== undefined) return names[word] ?? null;
  return /^https:\/\/github\.com\/mastodon\/mastodon/u.test(sourceUrl ?? "") ? "Mastodon" : null;
}

/**
 * Asks a server that its description does not name (nodeinfo.diaspora.software, protocol: the well-known document links
 * the server's own one).
 */
export async function askSoftware(host: string, ask: (url: string) => Promise<PlatformResult>): Promise<string | null> {
  const known = await ask(`${host}/.well-known/nodeinfo`);
  if (known.type !== "answer" || known.status !== 200) return null;
  const urls = (getJsonList(known.json, "links") ?? []).map((link) => getJsonUrl(link, "href"));
  const url = urls.find((one) => one !== null && new URL(one).origin === new URL(host).origin);
  const answer = url ? await ask(url) : null;
  if (answer?.type !== "answer" || answer.status !== 200) return null;
  const name = getJsonText(answer.json, "software", "name")?.toLowerCase() ?? "";
  return name === "mastodon" ? "Mastodon" : (names[name] ?? null);
}

/** Returns what is stored about a program: its name, its rules, and sentences about what does not work there. */
export function getSoftwareRules(software: string | null): ConnectorJson {
  if (software === null) return {};
  const limitations = sentences[software] ?? [];
  return {
    software,
    ...(software === "Pixelfed" && { imageRequired: true }),
    ...(limitations.length > 0 && { limitations }),
  };
}

const readsMarkdown = (software: string) =>
  `${software} reads texts as Markdown: *stars*, # heads and - lists lose their marks.`;

/**
 * snac2 2.75 and Hollo 0.10, run in November 2026; Pixelfed's source of 2026, ApiV1Controller and its parts; Friendica's
 * of 2024.09, Statuses, formatStatus.
 */
const sentences: Readonly<Record<string, readonly string[]>> = {
  snac2: ["snac2 lets no program delete posts, so a post can't be taken down from here.", readsMarkdown("snac2")],
  Hollo: [readsMarkdown("Hollo")],
  Friendica: [readsMarkdown("Friendica")],
  Pixelfed: [
    "Pixelfed lists no replies: if the answer to a part of a thread is lost, you decide whether to send it again.",
  ],
};

export const getSoftware = (reported: ConnectorJson): string | null => getJsonText(reported, "software");

/**
 * Tells if a server knows only the scopes `read` and `write` (pixelfed AuthServiceProvider, `tokensCan`; friendica
 * BaseApi): finer ones end on its error page.
 */
export const hasCoarseScopes = (software: string | null): boolean =>
  software === "Pixelfed" || software === "Friendica";

/**
 * Tells if a server answers a repeat of our idempotency key with the first status, for an hour: Mastodon
 * (PostStatusService, `idempotency_key`) and Hollo (src/api/v1/statuses.ts, `idempotenceKey`). GoToSocial reads no key
 * (2025: the header's name is in cors.go alone), snac2 2.75 publishes a repeat once more, and servers of
 * `repeatsRefusals` get no key. Of other programs nobody knows.
 */
export const keepsIdempotencyKeys = (software: string | null): boolean =>
  software === "Mastodon" || software === "Hollo";

/** Tells if a server lets no program delete statuses: snac2 2.75 has no such method. */
export const lacksDeletion = (software: string | null): boolean => software === "snac2";

/**
 * Tells if a server repeats its refusal of an idempotency key, so that a repeat after a refusal never passes: Pixelfed
 * stores the key before it checks the request (ApiV1Controller, statusCreate, 2026), Pleroma and Akkoma store each answer,
 * also those about limits and faults (IdempotencyPlug, 2023).
 */
export const repeatsRefusals = (software: string | null): boolean =>
  software === "Pixelfed" || software === "Pleroma" || software === "Akkoma";

/** Friendica stores texts in a markup of its own and builds the source back from it (StatusSource factory, 2024.09). */
export const rebuildsSource = (software: string | null): boolean => software === "Friendica";

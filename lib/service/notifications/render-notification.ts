import type { InboxItemMessage } from "#lib/contract/messages/inbox-messages.ts";
import type { InboxItem } from "#lib/contract/types.ts";
import { escapeHtml, renderEmailDocument } from "#lib/service/core/email-document.ts";

/** An item with its texts for the reader's time zone and clock format. */
export type RenderableNotification = {
  item: Pick<InboxItem, "posts" | "count">;
  message: Pick<InboxItemMessage, "title" | "text"> & Partial<Pick<InboxItemMessage, "main">>;
};

const postsMax = 5;

/** Renders an e-mail of open items: one by name, several as a list. `origin` has no trailing slash. */
export function renderNotificationEmail(
  notifications: readonly RenderableNotification[],
  options: { origin: string; organization: string },
): { subject: string; text: string; html: string } {
  const [first] = notifications;
  const subject =
    notifications.length === 1 && first
      ? `${first.message.title} · ${options.organization}`
      : `${notifications.length} items need attention · ${options.organization}`;
  const link =
    notifications.length === 1 && first ? getNotificationLink(first, options.origin) : `${options.origin}/inbox`;
  const settings = `${options.origin}/settings#notices`;
  const text = [
    ...notifications.flatMap(({ item, message }) => [message.title, message.text, ...formatPostLines(item), ""]),
    `Open: ${link}`,
    "",
    `You get this e-mail because of your notification settings. Change: ${settings}`,
    "",
  ].join("\n");
  const html = renderEmailDocument({
    title: subject,
    content: notifications.map(renderSection).join("\n"),
    action: { label: notifications.length === 1 ? "Open in Postwright" : "Open inbox", url: link },
    note: `You get this e-mail because of your <a href="${escapeHtml(settings)}">notification settings</a>.`,
  });
  return { subject, text, html };
}

/**
 * Renders a push message. A browser shows one line and a short text below; a tap opens the post, or the inbox for
 * several.
 */
export function renderPushMessage(
  notifications: readonly RenderableNotification[],
  options: { organization: string },
): { title: string; body: string; path: string } {
  const [first] = notifications;
  if (notifications.length === 1 && first) {
    return {
      title: truncate(first.message.title, 120),
      body: truncate(first.message.text, 240),
      path: getNotificationLink(first, ""),
    };
  }
  const titles = notifications.map(({ message }) => message.title).join(" · ");
  return {
    title: `${notifications.length} items need attention`,
    body: truncate(`${options.organization}: ${titles}`, 240),
    path: "/inbox",
  };
}

/** Target pages of notifications about claims. */
const claimPages = /^\/(review$|leaderboard$|posts\/)/;

function getNotificationLink({ item, message }: RenderableNotification, origin: string): string {
  if (message.main?.type === "see" && claimPages.test(message.main.href)) return `${origin}${message.main.href}`;
  const [post] = item.posts;
  return item.count === 1 && post ? `${origin}/posts/${encodeURIComponent(post.id)}` : `${origin}/inbox`;
}

/** Formats the number of published parts of a post that stopped midway. */
const formatPublishedParts = ({
  published_parts: published,
  parts,
}: RenderableNotification["item"]["posts"][number]) =>
  published > 0 && published < parts ? ` (${published} of ${parts} published)` : "";

function formatPostLines(item: RenderableNotification["item"]): string[] {
  const shown = item.posts
    .slice(0, postsMax)
    .flatMap((post) => [`- ${post.title}${formatPublishedParts(post)}`, ...(post.urls ?? []).map((url) => `  ${url}`)]);
  const shownCount = Math.min(item.posts.length, postsMax);
  return item.count > shownCount && shownCount > 0 ? [...shown, `- and ${item.count - shownCount} more`] : shown;
}

function renderSection({ item, message }: RenderableNotification): string {
  const lines = formatPostLines(item).map((line) =>
    line.startsWith("- ")
      ? `<li>${escapeHtml(line.slice(2))}</li>`
      : `<li style="list-style:none">${renderLink(line.trim())}</li>`,
  );
  const list = lines.length > 0 ? `<ul style="margin:8px 0;padding-left:20px">${lines.join("")}</ul>` : "";
  return `<h2 style="margin:20px 0 4px;font-size:16px">${escapeHtml(message.title)}</h2><p style="margin:0">${escapeHtml(message.text)}</p>${list}`;
}

/** Renders an http or https URL as a link. */
function renderLink(url: string): string {
  const text = escapeHtml(url);
  return /^https?:\/\//.test(url) ? `<a href="${text}">${text}</a>` : text;
}

function truncate(text: string, max: number): string {
  const characters = [...text];
  return characters.length <= max ? text : `${characters.slice(0, max - 1).join("")}…`;
}

import { type FakeAnswer, type FakeRequest, startFakeServer } from "#lib/service/channels/testing/fake-server.ts";
import type { PeerItem } from "#lib/service/channels/testing/peer-process.ts";

/**
 * A fake of incoming webhooks as docs.slack.dev describes them; an item's text is Block Kit's rendering of its blocks.
 */
const secret = "T0ACME000/B0HOOK000/madeUpSecretOfAWebhook01";
const items: PeerItem[] = [];
/** Addresses with an unfurled card. */
const cards: string[] = [];

/** Tells if Slack takes an address for media; other addresses in a webhook's message get a card only on request. */
const isMedia = (url: string) => /\.(?:png|jpe?g|gif|mp4)$/iu.test(url);

const word = (status: number, text: string): FakeAnswer => ({ status, text });

/** Renders `mrkdwn` with `verbatim` for readers: addresses in brackets are links, the three escapes are characters. */
function shown(mrkdwn: string): string {
  return mrkdwn
    .replace(/<(https?:[^>|]+)(?:\|[^>]*)?>/g, "$1")
    .replace(/&(lt|gt|amp);/g, (_, name: string) => ({ lt: "<", gt: ">", amp: "&" })[name] ?? "");
}

/** Folds a long text as Slack does unless its section has `expand` (Block Kit, section block). */
const fold = (text: string) => (text.length > 700 ? `${text.slice(0, 700)}… See more` : text);

type Block = {
  type: string;
  block_id?: string;
  expand?: boolean;
  text?: { type: string; text: string; verbatim?: boolean };
} & {
  image_url?: string;
  alt_text?: string;
};

async function post(request: FakeRequest): Promise<FakeAnswer> {
  const { params, mode, json } = request;
  if (`${params["team"]}/${params["hook"]}/${params["secret"]}` !== secret || mode?.mode === "removed") {
    return word(404, "no_service");
  }
  if (mode?.mode === "archived") return word(410, "channel_is_archived");
  if (mode?.mode === "unknown-word") return word(400, "something_new");
  if (mode?.mode === "prohibited") return word(403, "action_prohibited");
  if (mode?.mode === "refused" || !json) return word(400, "invalid_payload");
  const blocks: Block[] = json.blocks ?? [];
  if (blocks.length > 50) return word(400, "invalid_blocks");
  const images: string[] = [];
  let text = "";
  for (const block of blocks) {
    if (block.type === "section") {
      const said = block.text?.text ?? "";
      if (said.length < 1 || said.length > 3_000 || (block.block_id ?? "").length > 255)
        return word(400, "invalid_blocks");
      // Slack takes a stray bracket for a mention or a link, and drops it.
      if (/<(?!https?:)/.test(said) || block.text?.verbatim !== true) return word(400, "invalid_blocks");
      text += block.expand === true ? shown(said) : fold(shown(said));
      // "Unfurling links in messages": media automatically, other addresses on request; never if the label is the
      // address without its protocol.
      for (const [, url = "", label] of said.matchAll(/<(https?:[^>|]+)(?:\|([^>]*))?>/g)) {
        const wanted = isMedia(url) ? json.unfurl_media !== false : json.unfurl_links === true;
        if (wanted && !(label && url.replace(/^https?:\/\//u, "").includes(label))) cards.push(url);
      }
    } else if (block.type === "image") {
      if (!block.alt_text || block.alt_text.length > 2_000 || !block.image_url) return word(400, "invalid_blocks");
      const fetched = await fetch(block.image_url).catch(() => null);
      await fetched?.arrayBuffer();
      if (!fetched?.ok || mode?.mode === "bad-image") return word(400, "invalid_blocks");
      images.push(block.alt_text);
    } else return word(400, "invalid_blocks");
  }
  const remoteId = blocks.find(({ block_id: id }) => id)?.block_id ?? "none";
  items.push({ remoteId, text, replyTo: null, images });
  request.commit();
  return word(200, "ok");
}

await startFakeServer(() => ({
  routes: { "POST /services/:team/:hook/:secret": post },
  // An address of no webhook.
  otherwise: () => word(404, "no_team"),
  items: () => items,
  limited: (seconds) => ({
    ...word(429, "rate_limited"),
    ...(seconds !== null && { headers: { "retry-after": String(seconds) } }),
  }),
  commands: {
    reset: () => {
      items.splice(0);
      cards.splice(0);
    },
    cards: () => cards,
  },
}));

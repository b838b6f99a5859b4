import { type FakeAnswer, type FakeRequest, startFakeServer } from "#lib/service/channels/testing/fake-server.ts";
import type { PeerItem } from "#lib/service/channels/testing/peer-process.ts";
import { renderMarkdown } from "./render-markdown.ts";

/**
 * A fake of webhooks as https://docs.discord.com/developers/resources/webhook describes them: one channel with one
 * webhook, a forum after the command `set` with `isForum`.
 */
const webhook = {
  id: "1190000000000000001",
  type: 1,
  channel_id: "1180000000000000002",
  guild_id: "1170000000000000003",
  name: "Acme News",
  avatar: "a_1269e74af4df7417b13759eae50c83dc",
  application_id: null,
};
const token = "W-token_of_a_webhook_that_is_made_up_for_tests_0123456789abcdefghij";
const items: PeerItem[] = [];
let serial = 0n;
const usual = { isForum: false, isTagRequired: false };
const world = { ...usual };

const refused = (status: number, code: number, message: string): FakeAnswer => ({ status, json: { message, code } });

/** Creates a refusal as Discord's reference, "Error Messages", shows it. */
const invalidForm = (field: string, max: number): FakeAnswer => ({
  status: 400,
  json: {
    code: 50_035,
    message: "Invalid Form Body",
    errors: {
      [field]: { _errors: [{ code: "BASE_TYPE_MAX_LENGTH", message: `Must be ${max} or fewer in length.` }] },
    },
  },
});

function enter(request: FakeRequest): FakeAnswer | null {
  const { params, mode } = request;
  if (mode?.mode === "deleted" || params["id"] !== webhook.id) return refused(404, 10_015, "Unknown Webhook");
  if (params["token"] !== token) return refused(401, 50_027, "Invalid Webhook Token");
  if (mode?.mode === "no-rights") return refused(403, 50_013, "Missing Permissions");
  return null;
}

/** Reads the files and descriptions of a form, or the message of a JSON body. */
async function readMessage(request: FakeRequest): Promise<{ message: Message; files: File[] } | null> {
  if (request.json) return { message: request.json, files: [] };
  const form = await request.form();
  const payload = form.get("payload_json");
  if (typeof payload !== "string") return null;
  const files = Array.from(form.entries()).flatMap(([name, value]) => {
    return /^files\[\d+\]$/.test(name) && value instanceof File ? [value] : [];
  });
  return { message: JSON.parse(payload), files };
}

type Message = {
  content?: string;
  thread_name?: string;
  allowed_mentions?: { parse?: string[] };
  attachments?: { id: number; filename: string; description?: string }[];
};

await startFakeServer(({ now }) => {
  /** Creates a snowflake from the fake's own time: milliseconds since 2015, then a number. */
  const nextId = () => {
    serial += 1n;
    return String(((BigInt(now()) - 1_420_070_400_000n) << 22n) | (serial & 0xfffn));
  };

  async function execute(request: FakeRequest): Promise<FakeAnswer> {
    const refusal = enter(request);
    if (refusal) return refusal;
    const read = await readMessage(request);
    if (!read) return refused(400, 50_006, "Cannot send an empty message");
    const { content = "", attachments = [], allowed_mentions: mentions } = read.message;
    if (request.mode?.mode === "automod") return refused(400, 200_000, "Message was blocked by automatic moderation");
    if (request.mode?.mode === "too-large") return refused(413, 40_005, "Request entity too large");
    if (content.length > 2_000 || request.mode?.mode === "bad-content") return invalidForm("content", 2_000);
    if (attachments.some(({ description = "" }) => description.length > 1_024))
      return invalidForm("attachments", 1_024);
    const { thread_name: title } = read.message;
    const thread = request.query.get("thread_id");
    if (world.isForum && title === undefined && thread === null) {
      const needed = "Webhooks posted to forum channels must have a thread_name or thread_id";
      return refused(400, 220_001, needed);
    }
    if (!world.isForum && title !== undefined) {
      return refused(400, 220_003, "Webhooks can only create threads in forum channels");
    }
    if (title !== undefined && (title.trim() === "" || title.length > 100)) return invalidForm("thread_name", 100);
    if (world.isTagRequired) return refused(400, 40_067, "A tag is required to create a forum post in this channel");
    if (request.mode?.mode === "harmful-link") {
      return refused(400, 240_000, "Message blocked by harmful links filter");
    }
    if (content.trim() === "" && read.files.length === 0) return refused(400, 50_006, "Cannot send an empty message");
    // The item's text shows the mention, so that a test sees it.
    const calls = mentions?.parse?.length === 0 ? "" : (/@everyone|@here|<@!?\d+>/.exec(content)?.[0] ?? "");
    const id = nextId();
    const text = renderMarkdown(content);
    const images = read.files.map((_, at) => attachments.find((one) => one.id === at)?.description ?? "");
    // A forum's thread has the id of its first message.
    const remoteId = world.isForum ? `${webhook.id}.${id}.${id}` : `${webhook.id}.${id}`;
    items.push({
      remoteId,
      text: calls ? `${text} (called ${calls})` : text,
      replyTo: null,
      images,
    });
    request.commit();
    if (request.query.get("wait") !== "true") return { status: 204 };
    const headers: Record<string, string> = request.mode?.mode === "last-of-bucket" ? spent : left;
    const shown = request.mode?.mode === "drops-file" ? images.slice(1) : images;
    const json = {
      id,
      channel_id: world.isForum ? id : webhook.channel_id,
      webhook_id: webhook.id,
      content,
      attachments: shown.map((description, at) => ({ id: `${at}`, description })),
    };
    return { status: 200, headers, json };
  }
  const left = { "x-ratelimit-remaining": "4", "x-ratelimit-reset-after": "2" };
  const spent = { "x-ratelimit-remaining": "0", "x-ratelimit-reset-after": "1.337" };

  return {
    routes: {
      "GET /api/v10/webhooks/:id/:token": (request) => enter(request) ?? { status: 200, json: { ...webhook, token } },
      "POST /api/v10/webhooks/:id/:token": execute,
      "DELETE /api/v10/webhooks/:id/:token/messages/:message": (request) => {
        const refusal = enter(request);
        if (refusal) return refusal;
        const at = items.findIndex(({ remoteId }) => remoteId === `${webhook.id}.${request.params["message"]}`);
        if (at < 0) return refused(404, 10_008, "Unknown Message");
        items.splice(at, 1);
        request.commit();
        return { status: 204 };
      },
    },
    // An address of no webhook.
    otherwise: () => refused(404, 10_015, "Unknown Webhook"),
    items: () => items,
    // The body has seconds as a float; the header has whole seconds, rounded down.
    limited: (seconds) => ({
      status: 429,
      ...(seconds !== null && { headers: { "retry-after": String(Math.floor(seconds)) } }),
      json: {
        message: "You are being rate limited.",
        global: false,
        ...(seconds !== null && { retry_after: seconds }),
      },
    }),
    commands: {
      set: (given: Partial<typeof world>) => Object.assign(world, given),
      reset: () => {
        items.splice(0);
        Object.assign(world, usual);
      },
    },
  };
});

import { createHash } from "node:crypto";
import { type FakeAnswer, type FakeRequest, startFakeServer } from "#lib/service/channels/testing/fake-server.ts";
import type { PeerItem } from "#lib/service/channels/testing/peer-process.ts";

/**
 * A fake of the Bot API as https://core.telegram.org/bots/api describes it, with one bot, a public channel and a group.
 */
const token = "123456789:AAE-test_token_of_a_bot_that_is_made_up";
const channel = { id: -1001234567890, type: "channel", title: "Acme News", username: "acme_news" };
const group: { id: number; type: string; title: string; is_forum?: boolean } = {
  id: -1009876543210,
  type: "supergroup",
  title: "Acme Talk",
  is_forum: true,
};
type Message = { id: number; chat: number; album: number; text: string; file: string | null };
const messages: Message[] = [];
let nextId = 100;

const answered = (result: unknown): FakeAnswer => ({ status: 200, json: { ok: true, result } });
const refused = (status: number, description: string, parameters?: object): FakeAnswer => ({
  status,
  json: { ok: false, error_code: status, description, ...(parameters && { parameters }) },
});

/** Returns the chat that a bot's request names, or the refusal. */
function enter(request: FakeRequest, chatId: unknown): { chat: typeof group } | { refusal: FakeAnswer } {
  if (request.params["bot"] !== `bot${token}` || request.mode?.mode === "revoked") {
    return { refusal: refused(401, "Unauthorized") };
  }
  if (request.mode?.mode === "kicked")
    return { refusal: refused(403, "Forbidden: bot was kicked from the channel chat") };
  if (request.mode?.mode === "no-rights") {
    return { refusal: refused(400, "Bad Request: not enough rights to send text messages to the chat") };
  }
  if (request.mode?.mode === "topic-closed") return { refusal: refused(400, "Bad Request: TOPIC_CLOSED") };
  if (request.mode?.mode === "topic-gone") {
    return { refusal: refused(400, "Bad Request: message thread not found") };
  }
  if (request.mode?.mode === "refused") return { refusal: refused(400, "Bad Request: MESSAGE_REFUSED") };
  const chat = [channel, group].find(({ id, ...one }) => {
    return String(id) === String(chatId) || ("username" in one && `@${one.username}` === chatId);
  });
  return chat ? { chat } : { refusal: refused(400, "Bad Request: chat not found") };
}

await startFakeServer(({ now }) => {
  const shown = ({ id, chat }: Message) => ({
    message_id: id,
    date: Math.floor(now() / 1_000),
    chat: chat === channel.id ? channel : group,
  });

  function add(request: FakeRequest, chat: { id: number }, all: { text: string; file: string | null }[]): Message[] {
    const album = nextId;
    const added = all.map((one): Message => ({ id: nextId++, chat: chat.id, album, ...one }));
    messages.push(...added);
    request.commit();
    return added;
  }

  const badCaption = (caption: string) => (caption.length > 1024 ? "Bad Request: message caption is too long" : null);
  async function readFile(form: FormData, name: string): Promise<{ file: string } | { bad: FakeAnswer }> {
    // Bot API, "Sending files": a file stands in its own field, or the field names the part that has it.
    const field = form.get(name);
    const file = typeof field === "string" ? form.get(field.replace(/^attach:\/\//u, "")) : field;
    if (!(file instanceof File)) return { bad: refused(400, "Bad Request: there is no photo in the request") };
    const bytes = Buffer.from(await file.arrayBuffer());
    if (bytes.length > 10_000_000) return { bad: refused(413, "Request Entity Too Large") };
    const isImage = bytes.subarray(0, 3).toString("hex") === "ffd8ff" || bytes.subarray(1, 4).toString() === "PNG";
    if (!isImage) return { bad: refused(400, "Bad Request: IMAGE_PROCESS_FAILED") };
    return { file: createHash("sha256").update(bytes).digest("hex") };
  }

  return {
    routes: {
      "POST /:bot/getMe": (request) => {
        const at = enter(request, channel.id);
        return "refusal" in at ? at.refusal : answered({ id: 123456789, is_bot: true, username: "acme_post_bot" });
      },
      "POST /:bot/getChat": (request) => {
        const at = enter(request, request.json?.chat_id);
        return "refusal" in at ? at.refusal : answered(at.chat);
      },
      "POST /:bot/getChatMember": (request) => {
        const at = enter(request, request.json?.chat_id);
        if ("refusal" in at) return at.refusal;
        const isMember = request.mode?.mode !== "no-admin";
        return answered({
          status: isMember ? "administrator" : "member",
          can_post_messages: isMember,
          user: { id: request.json.user_id },
        });
      },
      "POST /:bot/sendMessage": (request) => {
        const at = enter(request, request.json?.chat_id);
        if ("refusal" in at) return at.refusal;
        const text: unknown = request.json.text;
        if (request.json.parse_mode) return refused(400, "Bad Request: can't parse entities");
        if (typeof text !== "string" || text.trim() === "") return refused(400, "Bad Request: message text is empty");
        if (text.length > 4096) return refused(400, "Bad Request: message is too long");
        const [first] = add(request, at.chat, [{ text, file: null }]);
        return answered(first && shown(first));
      },
      "POST /:bot/sendPhoto": async (request) => {
        const form = await request.form();
        const at = enter(request, form.get("chat_id"));
        if ("refusal" in at) return at.refusal;
        if (request.mode?.mode === "bad-photo") return refused(400, "Bad Request: PHOTO_INVALID_DIMENSIONS");
        const caption = String(form.get("caption") ?? "");
        const bad = badCaption(caption);
        if (bad) return refused(400, bad);
        const photo = await readFile(form, "photo");
        if ("bad" in photo) return photo.bad;
        const [first] = add(request, at.chat, [{ text: caption, file: photo.file }]);
        return answered(first && shown(first));
      },
      "POST /:bot/sendMediaGroup": async (request) => {
        const form = await request.form();
        const at = enter(request, form.get("chat_id"));
        if ("refusal" in at) return at.refusal;
        const media: { type: string; media: string; caption?: string }[] = JSON.parse(String(form.get("media")));
        if (media.length < 2 || media.length > 10) return refused(400, "Bad Request: MEDIA_GROUP_INVALID");
        const all: { text: string; file: string }[] = [];
        for (const one of media) {
          const bad = badCaption(one.caption ?? "");
          if (bad) return refused(400, bad);
          const photo = await readFile(form, one.media.replace("attach://", ""));
          if ("bad" in photo) return photo.bad;
          all.push({ text: one.caption ?? "", file: photo.file });
        }
        const shownCount = request.mode?.mode === "drops-image" ? all.length - 1 : all.length;
        return answered(add(request, at.chat, all.slice(0, shownCount)).map(shown));
      },
      "POST /:bot/deleteMessage": (request) => {
        const at = enter(request, request.json?.chat_id);
        if ("refusal" in at) return at.refusal;
        if (request.mode?.mode === "too-old") return refused(400, "Bad Request: message can't be deleted");
        const found = messages.findIndex(({ id, chat }) => id === request.json.message_id && chat === at.chat.id);
        if (found < 0) return refused(400, "Bad Request: message to delete not found");
        messages.splice(found, 1);
        request.commit();
        return answered(true);
      },
    },
    items: () =>
      Array.from(
        Map.groupBy(messages, ({ album }) => album).values(),
        (all): PeerItem => ({
          remoteId: all.map(({ id }) => id).join(","),
          text: all[0]?.text ?? "",
          replyTo: null,
          // Telegram stores no descriptions.
          images: all.flatMap(({ file }) => (file === null ? [] : [""])),
        }),
      ),
    limited: (seconds) =>
      refused(429, `Too Many Requests: retry after ${seconds ?? ""}`, seconds === null ? {} : { retry_after: seconds }),
    commands: { reset: () => void messages.splice(0), files: () => messages.map(({ file }) => file) },
  };
});

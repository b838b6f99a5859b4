import {
  RESTJSONErrorCodes,
  type RESTPostAPIWebhookWithTokenFormDataBody,
  type RESTPostAPIWebhookWithTokenJSONBody,
  Routes,
  WebhookType,
} from "discord-api-types/v10";
import { expect, test } from "vitest";
import { createPart } from "#lib/service/channels/conformance/conformance-steps.ts";
import { parseProfile } from "./connect.ts";
import { createMessage, webhookPathPlaceholder } from "./connector.ts";
import { discord } from "./platform.ts";
import { errorCodes } from "./responses.ts";

const account = { channelId: "c", username: "a", remoteId: "1", host: "https://discord.com", reportedLimits: {} };
const peer = { connector: discord.connector, account } as Parameters<typeof createPart>[0];
const images = [{ fileName: "a.png", mime: "image/png", width: 1, height: 1, alt: "A" }];

test("every body has the type that Discord's API describes", () => {
  const text = createMessage(createPart(peer, "Hi"), { content: "Hi" });
  const titled = createMessage(createPart(peer, "Hi"), { content: "Hi", thread_name: "Hi" });
  const withImage = createMessage(createPart(peer, "Hi", { images }), { content: "Hi" });
  void (text satisfies RESTPostAPIWebhookWithTokenJSONBody);
  void (titled satisfies RESTPostAPIWebhookWithTokenJSONBody);
  const form = { payload_json: JSON.stringify(withImage), "files[0]": new Uint8Array() };
  void (form satisfies RESTPostAPIWebhookWithTokenFormDataBody);
  expect(withImage).toEqual({
    content: "Hi",
    allowed_mentions: { parse: [] },
    attachments: [{ id: 0, filename: "a.png", description: "A" }],
  });
});

test("every error code that we read is Discord's own number for it", () => {
  expect(errorCodes).toEqual({
    unknownChannel: RESTJSONErrorCodes.UnknownChannel,
    unknownMessage: RESTJSONErrorCodes.UnknownMessage,
    unknownWebhook: RESTJSONErrorCodes.UnknownWebhook,
    tooLarge: RESTJSONErrorCodes.RequestEntityTooLarge,
    tagRequired: RESTJSONErrorCodes.TagRequiredToCreateAForumPostInThisChannel,
    blockedByCloudflare: RESTJSONErrorCodes.CloudflareIsBlockingYourRequest,
    invalidToken: RESTJSONErrorCodes.InvalidWebhookToken,
    tooManyThreads: RESTJSONErrorCodes.MaximumActiveThreads,
    blocked: RESTJSONErrorCodes.MessageWasBlockedByAutomaticModeration,
    titleBlocked: RESTJSONErrorCodes.TitleWasBlockedByAutomaticModeration,
    forumNeedsThread: RESTJSONErrorCodes.WebhooksPostedToForumChannelsMustHaveAThreadNameOrThreadId,
    harmfulLink: RESTJSONErrorCodes.MessageBlockedByHarmfulLinksFilter,
  });
});

test("requests go to Discord's own paths, and only an incoming webhook is connected", () => {
  const sent = discord.authorize(
    { url: `${account.host}${webhookPathPlaceholder}/messages/5`, method: "DELETE", effect: "write" },
    { access: "1/token", refresh: null, accessEndsAt: null, more: {} },
    account,
    { now: new Date(), nonce: null },
  );
  expect(sent).toMatchObject({ url: `https://discord.com/api/v10${Routes.webhookMessage("1", "token", "5")}` });
  const answerOf = (type: WebhookType) => ({
    type: "answer" as const,
    status: 200,
    headers: {},
    body: "",
    json: { id: "1", type, channel_id: "2", guild_id: "3", name: "A", avatar: null },
  });
  expect(parseProfile(answerOf(WebhookType.Incoming), account.host)).toMatchObject({ remoteId: "2" });
  expect(parseProfile(answerOf(WebhookType.Application), account.host)).toBeNull();
});

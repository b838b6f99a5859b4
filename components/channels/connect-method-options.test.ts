import { expect, test } from "vitest";
import type { ChannelDetail, ConnectionField, ConnectionMethod } from "#lib/contract/types.ts";
import { getConnectMethodOptions, toConnectFields, validateConnectFields } from "./connect-method-options.ts";
import { describeDeliveryGuarantee } from "./platform-descriptions.ts";

const field = (name: string): ConnectionField => ({ name, label: name, help: "", secret: false, usual: "" });
const way = (over: Partial<ConnectionMethod>): ConnectionMethod => ({
  platform: "bluesky",
  name: "Bluesky",
  by: "form",
  fields: [field("handle"), field("password")],
  host: null,
  needs: ["An app password."],
  can: { chain: true, images: 4, take_down: true, look_up: true, repeat_safe: true },
  sign_in: {
    field: field("account"),
    instead: "Use an app password",
    needs: ["A minute."],
    is_set_up: true,
    missing: null,
  },
  app: "none",
  app_uses: [],
  is_set_up: true,
  missing: null,
  warning: null,
  ...over,
});
const channel = { username: "ada.bsky.social" } as ChannelDetail;

test("sign-in precedes the app password, and is absent if it is not set up", () => {
  expect(getConnectMethodOptions(way({}), null).map(({ label }) => label)).toEqual([
    "Sign in at Bluesky",
    "Use an app password",
  ]);
  const none = { field: field("account"), instead: "", needs: [], is_set_up: false, missing: "No address." };
  expect(getConnectMethodOptions(way({ sign_in: none }), null).map(({ type }) => type)).toEqual(["form"]);
  expect(getConnectMethodOptions(way({ sign_in: null }), null).map(({ type }) => type)).toEqual(["form"]);
});

test("reconnecting asks for no known field, and sends only the chosen method's fields", () => {
  const values = new Map([
    ["account", "@ada.test"],
    ["handle", "bob.test"],
    ["password", "abcd"],
    ["host", "mastodon.social"],
  ]);
  const [signIn, form = signIn] = getConnectMethodOptions(way({}), null);
  expect(toConnectFields(signIn, values, null)).toEqual({ account: "@ada.test" });
  expect(toConnectFields(form, values, null)).toEqual({ values: { handle: "bob.test", password: "abcd" } });
  const [again] = getConnectMethodOptions(way({}), channel);
  expect(again.fields).toEqual([]);
  expect(toConnectFields(again, values, channel)).toEqual({ account: "ada.bsky.social" });
  const mastodon = way({ by: "oauth", fields: [], host: field("host"), sign_in: null });
  expect(toConnectFields(getConnectMethodOptions(mastodon, null)[0], values, null)).toEqual({
    host: "mastodon.social",
  });
  expect(toConnectFields(getConnectMethodOptions(mastodon, channel)[0], values, channel)).toEqual({});
});

test("only a platform that recognizes every repeat is said to have no duplicates", () => {
  expect(describeDeliveryGuarantee(way({}))).toContain("No duplicates");
  const can = { ...way({}).can, repeat_safe: false };
  expect(describeDeliveryGuarantee(way({ can }))).toContain("can become a second post");
  expect(describeDeliveryGuarantee(way({ can, host: field("host") }))).toContain("other than Mastodon and Hollo");
  expect(describeDeliveryGuarantee(way({ can: { ...can, look_up: false } }))).toContain("you check and decide");
});

test("nobody is redirected without an account or server; the platform describes its form", () => {
  const [signIn, form = signIn] = getConnectMethodOptions(way({}), null);
  expect(validateConnectFields(signIn, new Map([["account", " "]]))).toMatchObject({ field: "account" });
  expect(validateConnectFields(signIn, new Map([["account", "ada.test"]]))).toBeNull();
  expect(validateConnectFields(form, new Map())).toBeNull();
  expect(validateConnectFields(getConnectMethodOptions(way({}), channel)[0], new Map())).toBeNull();
});

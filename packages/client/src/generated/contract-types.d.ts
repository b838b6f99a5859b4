// Generated from lib/contract by `npm run types` in packages/client. Do not edit.

/** A code of the service's errors. */
export type ErrorCode = "invalid_request" | "unauthorized" | "forbidden" | "confirmation_required" | "not_found" | "method_not_allowed" | "conflict" | "sending_paused" | "payload_too_large" | "unsupported_media_type" | "rate_limited" | "internal_error" | "unavailable" | "quota_exceeded";

/** A permission of an API key. */
export type Scope = "posts:read" | "plan:read" | "posts:write" | "posts:manage" | "media:write" | "channels:read" | "channels:write" | "leaderboard:read" | "claims:review" | "members:manage" | "keys:manage";

/** An event that a webhook can receive. */
export type WebhookEventType = "post.published" | "post.failed" | "post.held" | "post.deleted" | "claim.decided" | "channel.ending" | "channel.reconnect" | "sending.paused" | "sending.resumed" | "test";

export type ApiKey = {
  /** The id of the key. */
  id: string;
  /** The name that its member gave it. */
  name: string;
  /** The last four characters of the key's value. */
  ending: string;
  /** The current scopes of the key. A key never has more scopes than its member's role allows. */
  scopes: string[];
  /** True if the key may write drafts and images only, and read what its scopes allow. */
  drafts_only?: boolean;
  /** IP addresses and ranges the key works from. Empty if it works from anywhere. */
  addresses: string[];
  /** Time at which it was created. */
  created_at: string;
  /** Time at which it stops working. Null if it does not expire. */
  expires_at: string | null;
  /** Updated at most once a minute. */
  last_used_at: string | null;
  /** The last endpoint it was used for. */
  last_used_route: string | null;
  /** True for the key that sent this request. */
  is_this: boolean;
  /** True for the key set by `SETUP_KEY`. It can do everything its owner can and never expires. */
  from_setup: boolean;
  /** The old value after a rotation, while it still works beside the new one. */
  former: {
    /** The last four characters of the old value. */
    ending: string;
    /** The old value stops working at this time. */
    works_until: string;
    /** Time at which the old value was last used. */
    last_used_at: string | null;
  } | null;
  /** The API key that made this one. Null if a person made it when signed in as themselves. */
  made_by?: {
    /** The id of that key. */
    id: string;
    /** Its name. */
    name: string;
  } | null;
  /** What this key made, and what the keys that it made have made, as far as it still works. */
  made?: MadeByKey[];
  /** Set for an app that the member connected in the browser, for `/mcp` only. It can't be rotated; revoking it disconnects the app. */
  app?: {
    /** The address that the app's sign-in returned to. */
    redirect_uri: string;
  } | null;
};

export type AuditLogEvent = {
  /** The id of the event. */
  id: string;
  /** Time at which it happened. */
  at: string;
  /** The event, as `object.action`. */
  type: "session.sign_in" | "session.sign_out" | "session.end" | "session.switch" | "session.confirm" | "account.claim" | "password.set" | "password.request_reset" | "password.create_reset_link" | "password.reset" | "passkey.add" | "passkey.remove" | "passkey.restore" | "provider.connect" | "provider.disconnect" | "second_factor.enable" | "second_factor.disable" | "recovery_codes.create" | "key.create" | "key.update" | "key.rotate" | "key.revoke" | "key.use" | "invitation.create" | "invitation.revoke" | "member.join" | "member.change_role" | "member.deactivate" | "member.reactivate" | "member.leave" | "organization.create" | "organization.update" | "channel.connect" | "channel.disconnect" | "channel.update" | "channel.test" | "sending.pause" | "sending.resume" | "app_credentials.set" | "app_credentials.remove" | "webhook.create" | "webhook.update" | "webhook.delete" | "webhook.rotate_secret" | "posts.export" | "ledger.export" | "audit_log.export" | "calendar_feed.create" | "calendar_feed.remove" | (string & {});
  /** `refused` if the attempt changed nothing. */
  outcome: "success" | "refused" | (string & {});
  /** The person who caused the event. Null if nobody was signed in. */
  member: {
    /** The membership id. */
    id: string;
    /** The member's name. */
    name: string;
  } | null;
  /** The dashboard session or the API key that was used. */
  via: {
    /** `session` for the dashboard, `key` for an API key. */
    type: "session" | "key" | (string & {});
    /** The id of the session or key. */
    id: string;
  } | null;
  /** The client's IP address. */
  address: string | null;
  /** The object of the event. Null if there is none. */
  target: {
    /** The type of the object. */
    type: "account" | "member" | "session" | "key" | "passkey" | "invitation" | "organization" | "channel" | "platform" | "webhook" | (string & {});
    /** Its id. */
    id: string | null;
    /** Its name at that time. */
    name: string | null;
  } | null;
  /** Short facts, such as the role before and after. Never contains a secret. */
  detail: Record<string, string | number | boolean | null | string[]>;
};

export type AuditLogPage = {
  /** The events, newest first. */
  events: AuditLogEvent[];
  /** Pass it as `before` to get the next page. Null on the last page. */
  next: string | null;
};

export type BulkAnswer = {
  /** The posts that changed. */
  changed: {
    /** The id of the post. */
    id: string;
    /** The status of the post now. */
    status: "draft" | "scheduled" | "publishing" | "published" | "failed" | "canceled" | (string & {});
    /** The version of the post now. */
    version: number;
    /** The time of the post now. Null without one. */
    scheduled_for: string | null;
    /** A sentence that says how the result differs from the request. */
    note?: string;
    /** For a deleted post that was published: the platform where it is still live. */
    channel?: string;
    /** For a deleted post that was published: the URLs where it is still live. */
    published_urls?: string[];
    /** For a deleted post that was published: true if Postwright can take it down. */
    take_down?: boolean;
  }[];
  /** The posts that did not change, each with the reason. */
  refused: {
    /** The id of the post. */
    id: string;
    /** Why it was refused. */
    error: {
      /** One of the error codes of this API. */
      code: string;
      /** The reason as a sentence for people. */
      message: string;
    };
    /** The current state of the post. Null if it no longer exists. */
    now: {
      /** The id of the post. */
      id: string;
      /** The status of the post now. */
      status: "draft" | "scheduled" | "publishing" | "published" | "failed" | "canceled" | (string & {});
      /** The version of the post now. */
      version: number;
      /** The time of the post now. Null without one. */
      scheduled_for: string | null;
    } | null;
  }[];
  /** The id for `POST /posts/changes/{id}/undo`. Null if nothing changed. */
  undo: string | null;
  /** The change can be undone until this time. */
  undo_until: string | null;
};

export type BulkChange = {
  /** The change. `draft` moves back to draft, `schedule` sets times, `publish` sends now, `retry` sends failed posts again. */
  action: "delete" | "restore" | "cancel" | "retry" | "draft" | "schedule" | "publish";
  /** The posts to change. Send either `posts` or `filter`. */
  posts?: {
    /** The id of the post. */
    id: string;
    /** The version you read. A post with another version is rejected. */
    version?: number;
    /** For `schedule`: the time of this post. */
    scheduled_for?: string;
  }[];
  /** Changes all posts that match, at most 1,000. More are rejected. */
  filter?: PostFilter;
  /** For `schedule`: the time of the first post. The others keep their distance to it. */
  start?: string;
  /** For `publish` and `retry`: the seconds to wait before sending, so that the change can be undone. */
  grace_seconds?: number;
  /** For `retry` of posts that failed as unconfirmed: what you saw on the platform. */
  unconfirmed?: "is_there" | "send_again";
  /** With `is_there` for one post: the part's https address there. */
  url?: string;
  /** For `delete` of posts that nothing was sent of: their text goes back to its author's editor, so the list of deleted posts leaves them out. */
  taken_back?: boolean;
};

export type CalendarEntry = {
  /** The same for all posts that one request created. */
  submission_id: string;
  /** The scheduled time. For a post sent at once, the time of its creation. */
  at: string;
  /** The first 140 characters. */
  text: string;
  /** The number of parts. */
  parts: number;
  /** The number of images. */
  images: number;
  /** Null in blind review while one of its claims is undecided. */
  member: {
    /** The membership id. */
    id: string;
    /** The member's name. */
    name: string;
  } | null;
  /** The posts of the entry, one per channel. */
  posts: {
    /** The id of the post. */
    id: string;
    /** The id of its channel. */
    channel_id: string;
    /** Platform slug. */
    channel: string | null;
    /** The status of the post. */
    status: "draft" | "scheduled" | "publishing" | "published" | "failed" | "canceled" | (string & {});
    /** True for a failed post that may be live, because the platform's answer was lost. */
    unconfirmed?: boolean;
    /** As `hold` of the post. Omitted if null. */
    hold?: PostHold | null;
    /** The version of the post, for `PATCH`. */
    version: number;
    /** The first 140 characters of the channel's own text. Omitted if it equals the text of the entry. */
    text?: string;
  }[];
};

export type CalendarRange = {
  /** Sorted by time. Drafts have no time and are not included. */
  entries: CalendarEntry[];
  /** Notes on days of the range. */
  notes: Note[];
  /** True if there are more than 5,000 posts. Request a shorter range. */
  truncated: boolean;
  /** Future times of the team's posting slots that no post takes: one on the slot's channels, or on any channel if the slot names none. Filters don't change this list. */
  team_slots: {
    /** The id of the slot. */
    id: string;
    /** The time. */
    at: string;
    /** Channel ids. Empty for any channel. */
    channels: string[];
  }[];
};

export type ChangeDrafts = {
  /** The change. */
  action: "delete" | "restore";
  /** Ids of drafts or templates. */
  ids: string[];
};

export type ChangedSubmission = {
  /** The id of the submission: `submission_id` of its posts. */
  id: string;
  /** Time at which its first post was created. */
  created_at: string;
  /** Its posts, one per channel, in the order of their creation. */
  posts: Post[];
  /** With `add`, `remove` or `grace_seconds`: send it to `POST /posts/changes/{id}/undo` to take the added posts back, restore the removed ones, and return waiting ones to their earlier status and time. Texts stay as they are. Null without such a post. */
  undo: string | null;
};

export type Channel = {
  /** The id to list in `channels` of a post. */
  id: string;
  /** Slug of the platform. */
  platform: string;
  /** Display name of the account. */
  name: string;
  /** Handle of the account on the platform. */
  username: string;
  /** True if the platform has verified the account. */
  verified: boolean;
  /** True for a built-in practice channel. */
  practice?: boolean;
  /** `connected`, or `reconnect` if the account needs reconnecting. */
  state?: string;
  /** Time at which the account will need reconnecting, if the platform says so in advance. */
  access_ends_at?: string | null;
  /** Limits reported by the account's own server. They override the limits of the platform. Null if none are reported. */
  reported_limits?: {
    /** Maximum characters of a text. Null if not reported. */
    characters: number | null;
    /** Maximum images of a post. Null if not reported. */
    images: number | null;
    /** Maximum characters of an image description. */
    alt?: number | null;
    /** Maximum bytes of one image. */
    image_bytes?: number | null;
    /** The number of characters that a link counts as, whatever its length. */
    link?: number | null;
    /** True if the server may count links and handles in full. The longer of both counts applies. */
    whole_text?: boolean;
    /** True if the server publishes nothing without an image. */
    image_required?: boolean;
  } | null;
  /** URL of a small picture of the account, stored by Postwright. */
  avatar_url?: string | null;
};

export type ChannelDetail = {
  /** The id to list in `channels` of a post. */
  id: string;
  /** Slug of the platform. */
  platform: string;
  /** Display name of the account. */
  name: string;
  /** Handle of the account on the platform. */
  username: string;
  /** True if the platform has verified the account. */
  verified: boolean;
  /** True for a built-in practice channel. */
  practice?: boolean;
  /** `connected`, or `reconnect` if the account needs reconnecting. */
  state?: string;
  /** Time at which the account will need reconnecting, if the platform says so in advance. */
  access_ends_at?: string | null;
  /** Limits reported by the account's own server. They override the limits of the platform. Null if none are reported. */
  reported_limits?: {
    /** Maximum characters of a text. Null if not reported. */
    characters: number | null;
    /** Maximum images of a post. Null if not reported. */
    images: number | null;
    /** Maximum characters of an image description. */
    alt?: number | null;
    /** Maximum bytes of one image. */
    image_bytes?: number | null;
    /** The number of characters that a link counts as, whatever its length. */
    link?: number | null;
    /** True if the server may count links and handles in full. The longer of both counts applies. */
    whole_text?: boolean;
    /** True if the server publishes nothing without an image. */
    image_required?: boolean;
  } | null;
  /** URL of a small picture of the account, stored by Postwright. */
  avatar_url?: string | null;
  /** The platform's rate limit applies until this time. */
  wait_until: string | null;
  /** Time at which it was connected. */
  created_at: string;
  /** True if only `members` can use the channel. This also applies to administrators. */
  restricted: boolean;
  /** The members who can use it. Empty if every member can. */
  members: {
    /** The membership id. */
    id: string;
    /** The member's name. */
    name: string;
  }[];
  /** The number of posts of all members that are scheduled on the channel. */
  scheduled: number;
  /** The number of posts that are being sent or retried on the channel. */
  under_way: number;
  /** True if the caller can post to the channel. */
  usable: boolean;
  /** Address of the account's server, on platforms with many servers. */
  host?: string;
  /** The program of the account's server, such as `Pixelfed`. Omitted if it is unknown. */
  software?: string;
  /** Sentences about what does not work on this account, such as a missing permission. Omitted without any. */
  limitations?: string[];
  /** True if Postwright can take down the account's published posts: its platform and its server allow it. */
  take_down?: boolean;
  /** True if a lost response of the account's server can't lead to a second post. Otherwise a request that the server carries out minutes late can, because Postwright sends it again once. */
  repeat_safe?: boolean;
  /** Time at which the account's profile was last read from the platform. */
  checked_at?: string | null;
};

export type ChannelSet = {
  /** An id that the client chooses, unique among your sets. */
  id: string;
  /** The name of the set. */
  name: string;
  /** Ids of the channels that are chosen together. */
  channel_ids: string[];
};

export type ChannelTest = {
  /** Slug of the platform. */
  platform: string;
  /** Time at which the test began. */
  started_at: string;
  /** The steps in the order in which they ran. */
  steps: {
    /** The step. */
    name: "text" | "reply" | "image" | "look_up" | "take_down" | (string & {});
    /** True if the step did what it should. */
    succeeded: boolean;
    /** The outcome, such as `published`, `rejected`, `found` or `removed`. */
    outcome: string;
    /** A sentence about the outcome. Null if there is nothing to add. */
    note: string | null;
    /** The requests of the step and what the platform answered. */
    exchanges: {
      /** The method of the request. */
      method: string;
      /** Address of the request, without secrets. */
      path: string;
      /** Status of the platform's answer. Null if none came. */
      status: number | null;
      /** The beginning of the answer, without secrets. */
      answer: string;
    }[];
  }[];
  /** Addresses of test posts that have to be deleted on the platform. */
  still_public: string[];
};

export type CheckPosts = {
  /** Ids of the target channels, from `GET /channels`. One post is created for each. A repeated id counts once. */
  channels: string[];
  /** The text of a single post. Send either `text` or `thread`. */
  text?: string;
  /** The parts of a thread in order, together up to 60000 characters. On `x` each part is a post of the thread; elsewhere the parts are joined if they fit, unless `threads` says otherwise. Send either `text` or `thread`. */
  thread?: string[];
  /** What becomes of the parts on a channel, by its id. `chain`: each part is a post of a thread; refused where the platform has no threads. `join`: all parts are one post; refused if it is too long. Without a choice: a thread on `x` and Nostr, elsewhere one post if it fits. */
  threads?: Record<string, ThreadChoice>;
  /** Ids of your images from `POST /media`, in order. They are attached to the first part. */
  media?: string[];
  /** Ids of your images from `POST /media`, one list for each part in order, up to 4 in each. Trailing parts without images may be left out, and no image may be on two parts. On a platform where the parts are joined, the item gets the images of all parts up to the platform's maximum. Send either `media` or `part_media`. */
  part_media?: string[][];
  /** https addresses of images. The service downloads each, checks it like an upload and attaches it after the images of the first part; both together have at most 4. If one can't be downloaded or is not an accepted image, nothing is created. Also requires the scope `media:write`. Redirects are not followed. */
  media_urls?: string[];
  /** When to publish: ISO 8601 with Z or an offset, at most two years ahead. `next-slot` takes the next free posting slot, yours or the team's, for these channels; the response has the time. If omitted or null, the post is published as soon as possible. A draft ignores it. */
  scheduled_for?: string | null;
  /** The card of a link, on platforms that make none for posts of applications (`link_cards` of the platform). If omitted or null, each part without images gets the card of its first link. If a page can't be read, the post is published without a card. */
  link_card?: LinkCardChoice | null;
  /** Points claimed for each of these posts; an administrator reviews them. Default: 20. */
  points?: number;
  /** True saves drafts: `scheduled_for` is ignored and nothing is queued. Null is refused. Default: false. */
  draft?: boolean;
  /** Adds these posts to one of your submissions that is at most 24 h old, so that the same idea has different texts on different channels. Returns 409 if a channel already has a post of the submission. */
  submission_id?: string;
  /** The id of the working draft of this post. The create consumes the draft. A second create from it returns 409 with the posts it became. */
  draft_id?: string;
  /** For posts without a time: the seconds they wait as `scheduled` before they are sent, so that the create can be undone by deleting them. If omitted, they are sent at once. */
  grace_seconds?: number;
  /** The id of the post, or of the submission, being edited. It is not compared with itself, and may have more characters than a new post. */
  post_id?: string;
};

export type Claim = {
  /** The id of the claim, which is the id of its post. */
  id: string;
  /** Increases with every change and decision. Both require the current version. */
  version: number;
  /** `pending` until an administrator decides. */
  state: "pending" | "approved" | "rejected" | (string & {});
  /** Points claimed. */
  points: number;
  /** Points awarded. Null until approved. */
  awarded: number | null;
  /** Platform slug. */
  channel: string;
  /** The id of the post's channel. */
  channel_id: string;
  /** The same for all posts that one request created. */
  submission_id: string;
  /** Time at which the post was published. */
  published_at: string;
  /** Null in blind review until the claim is decided. */
  member: {
    /** The membership id. */
    id: string;
    /** The member's name. */
    name: string;
  } | null;
  /** Time at which the claim was decided. Null until then. */
  decided_at: string | null;
  /** The administrator who decided it. */
  decided_by: {
    /** The membership id. */
    id: string;
    /** The member's name. */
    name: string;
  } | null;
  /** The id of the decision, for reversing it. */
  decision_id: string | null;
  /** The reason that the administrator gave. */
  reason: string | null;
  /** The author's appeal against a rejection. */
  appeal: string | null;
  /** Time at which the author appealed. Null without an appeal. */
  appealed_at: string | null;
  /** The beginning of the text. */
  text: string;
  /** The id of an earlier claim with nearly the same text. */
  like: string | null;
  /** Another reviewer who is viewing the claim. */
  viewer: {
    /** The membership id. */
    id: string;
    /** The member's name. */
    name: string;
  } | null;
  /** True if the caller can decide the claim. */
  may_decide: boolean;
  /** A sentence that says why the caller can't decide the claim. */
  may_not_why: string | null;
};

/** Counts are exact up to 10,000 and are not larger than that. */
export type ClaimCounts = {
  /** Claims that wait for review. */
  pending: number;
  /** Approved claims. */
  approved: number;
  /** Rejected claims. */
  rejected: number;
  /** Time at which the post of the oldest pending claim was published. */
  oldest_pending_at: string | null;
};

export type ClaimEvidence = {
  /** The claim itself. */
  claim: Claim;
  /** The parts as published. In blind review, without URLs until the claim is decided. */
  parts: {
    /** The text of the part. */
    text: string;
    /** The address of the live part. */
    url: string | null;
  }[];
  /** The number of parts the author wrote, if they were joined into one for the platform. */
  joined_from?: number | null;
  /** The images of the post, in order. */
  images: {
    /** The public URL of the image. */
    url: string;
    /** Width in pixels. */
    width: number;
    /** Height in pixels. */
    height: number;
    /** Description for people who can't see the image. */
    alt?: string;
  }[];
  /** False if the post was deleted. */
  post_exists: boolean;
  /** The author's history. Null in blind review until the claim is decided. */
  author: {
    /** Approved claims. */
    approved: number;
    /** Rejected claims. */
    rejected: number;
    /** Claims that wait for review. */
    pending: number;
    /** All-time approved points. */
    points: number;
    /** The member's level. */
    level?: number;
  } | null;
  /** Earlier claims with nearly the same text, the most similar first. `likeness` is from 0 to 1. */
  similar: {
    /** The id of that claim. */
    id: string;
    /** The beginning of its text. */
    text: string;
    /** Time at which its post was published. */
    published_at: string;
    /** `pending`, `approved` or `rejected`. */
    state: string;
    /** The similarity of the texts, from 0 to 1. */
    likeness: number;
    /** The points awarded to that claim. */
    awarded?: number | null;
  }[];
  /** The organization's review rules. */
  rules: string;
  /** The points that approving the whole claim would award after caps. */
  would_award: number;
  /** The points that approving all pending claims of the text together would award after caps. */
  text_would_award?: number;
  /** The cap that reduced the points. Null if none did. */
  capped_by: "submission" | "day" | "week" | (string & {}) | null;
  /** The ledger entries of the claim. */
  ledger: LedgerLine[];
};

export type ConnectChoice = {
  /** Slug of the platform. */
  platform: string;
  /** Send it once with the selected account to `POST /channels/connections/finish`. */
  state: string;
  /** The accounts that the sign-in gave access to. */
  accounts: {
    /** The id to send as `account`. */
    id: string;
    /** Display name of the account. */
    name: string;
    /** Handle of the account. */
    username: string;
    /** The type of account, such as a page or the member's own profile. */
    what: string;
    /** The name of the channel if the account is already connected, otherwise null. */
    channel: string | null;
  }[];
};

export type ConnectField = {
  /** The key of the value in `values`. */
  name: string;
  /** The label of the input. */
  label: string;
  /** A sentence that says where to find the value. */
  help: string;
  /** True if the value is encrypted at rest and never shown again. */
  secret: boolean;
  /** The default value. Can be empty. */
  usual: string;
};

export type ConnectSignIn = {
  /** The field that identifies the account. Its value is sent as `account`. */
  field: ConnectField;
  /** The label of the alternative, which is the method in `by`. */
  instead: string;
  /** Requirements to read before connecting, one sentence each. */
  needs: string[];
  /** True if this sign-in can be used now. */
  is_set_up: boolean;
  /** A sentence that says why this sign-in is not available at this address. */
  missing: string | null;
};

export type ConnectWay = {
  /** Slug of the platform. */
  platform: string;
  /** Display name of the platform. */
  name: string;
  /** `form`: the member fills in `fields`. `oauth`: the member gives consent on the platform's own page and returns. */
  by: "form" | "oauth" | (string & {});
  /** For `form`: the values to send in `values`. */
  fields: ConnectField[];
  /** The field for the account's server, on platforms with many servers. Null on platforms with a single server. */
  host: ConnectField | null;
  /** Requirements to read before connecting, one sentence each. */
  needs: string[];
  /** Another method beside `by`, preferred if it is set up: the member gives consent on the pages of the account's own server. Null if there is none. */
  sign_in: ConnectSignIn | null;
  /** The features of the platform. */
  can: {
    /** True if several parts are published as a reply chain. */
    chain: boolean;
    /** The maximum number of images per post; 0 if none are allowed. An account's server can report another limit. */
    images: number;
    /** True if Postwright can take down a published post. */
    take_down: boolean;
    /** True if a post can be looked up when the platform's response was lost, before anything is sent again. Otherwise the post fails as unconfirmed and a person decides. */
    look_up: boolean;
    /** True if a lost response can't lead to a second post, on every server of the platform. `repeat_safe` of a channel says it for its server. */
    repeat_safe: boolean;
  };
  /** The app credentials that the platform requires. `operator`: an administrator gets them from the platform. `server`: Postwright requests them itself. `none`: not required. */
  app: "none" | "operator" | "server" | (string & {});
  /** The uses that the operator can create the app for, the most common first. Empty if there is only one. */
  app_uses: {
    /** The value for `use`. */
    name: string;
    /** The label of the use. */
    label: string;
    /** A sentence that says what it is for. */
    help: string;
  }[];
  /** True if accounts can be connected now. */
  is_set_up: boolean;
  /** A sentence that says why the platform can't be connected yet. */
  missing: string | null;
  /** A sentence that says what the operator should do soon. */
  warning: string | null;
};

export type Decision = {
  /** The id of the claim. */
  id: string;
  /** The version of the claim that you read. Any other version returns 409. */
  version: number;
  /** The decision. */
  action: "approve" | "reject";
  /** For `approve`: an amount other than the claimed one. */
  points?: number;
  /** Required for `reject`. */
  reason?: string;
};

export type DecisionAnswer = {
  /** The id for reversing all these decisions. Null if nothing was decided. */
  decision_id: string | null;
  /** The claims that were decided, as they are now. */
  decided: Claim[];
  /** The claims that were not decided, each with the reason. */
  refused: {
    /** The id of the claim. */
    id: string;
    /** Why it was refused. */
    error: {
      /** One of the error codes of this API. */
      code: string;
      /** The reason as a sentence for people. */
      message: string;
    };
    /** The current state of the claim, for example if another reviewer decided it. */
    now: Claim | null;
  }[];
};

export type DraftContent = {
  /** The texts of the parts, in order. Blank ones are allowed. */
  parts: string[];
  /** The channels' own parts, by channel id. */
  own: Record<string, string[]>;
  /** The images of the first part, in order. */
  images: {
    /** The id of the image. */
    media: string;
    /** The file name that the author sees. */
    name: string;
    /** Description for people who can't see the image. */
    alt: string;
  }[];
  /** The images of later parts, and all images of channels with their own parts. Without it, such channels have `images` on their first part. */
  part_images?: {
    /** The id of the image. */
    media: string;
    /** The file name that the author sees. */
    name: string;
    /** Description for people who can't see the image. */
    alt: string;
    /** The number of the part that has the image, starting at 1. */
    part: number;
    /** The channel with parts of its own; null for the parts for all channels. */
    channel_id: string | null;
  }[];
  /** Ids of the chosen channels. */
  channels: string[];
  /** Null to publish at once. */
  when: {
    /** The day, such as 2027-01-14, as the author typed it. */
    date: string;
    /** The wall time, such as 09:30, as the author typed it. */
    time: string;
    /** IANA time zone, such as Europe/Berlin. */
    zone: string;
    /** The occurrence to use if clocks show the time twice. */
    dst_fold?: "earlier" | "later";
  } | null;
  /** The author's choice about the card of a link. */
  link_card?: LinkCardChoice | null;
  /** The author's choice of `chain` or `join`, by channel id. */
  threads?: Record<string, ThreadChoice>;
  /** Points to claim. */
  points: number;
  /** The post that this draft edits, with the version the edit started from. Null for a new post. */
  post: {
    /** The id of the post. */
    id: string;
    /** Its version when the edit started. */
    version: number;
    /** If the draft edits a whole submission: its posts that can change. */
    submission?: {
      /** The id of the post. */
      id: string;
      /** Its version when the edit started. */
      version: number;
      /** The id of its channel. */
      channel_id: string;
    }[];
  } | null;
};

export type DraftSummary = {
  /** The id of the draft. For posts with status `draft` that nobody edits: the id of their submission. */
  id: string;
  /** A `template` is a text to start from; it never becomes posts itself. */
  kind: "draft" | "template" | (string & {});
  /** Increases with every save. */
  version: number;
  name: string | null;
  /** The first 140 characters. */
  words: string;
  /** The number of parts. */
  parts: number;
  /** The number of images. */
  images: number;
  /** Ids of the chosen channels. */
  channels: string[];
  /** The chosen time. Null to publish at once. */
  when: {
    /** The day, such as 2027-01-14, as the author typed it. */
    date: string;
    /** The wall time, such as 09:30, as the author typed it. */
    time: string;
    /** IANA time zone, such as Europe/Berlin. */
    zone: string;
    /** The occurrence to use if clocks show the time twice. */
    dst_fold?: "earlier" | "later" | (string & {});
  } | null;
  /** The post that this draft edits. */
  post: string | null;
  /** All posts that this draft edits: several if it edits a whole submission. */
  edits?: string[];
  /** With `with_posts`: the posts with status `draft` of this entry, one for each channel. Empty for a text without posts. */
  posts: {
    /** The id of the post. */
    id: string;
    /** The id of its channel. */
    channel_id: string;
    /** The platform of its channel. */
    channel: string;
    /** Its version. */
    version: number;
    /** The first 140 characters of its text. */
    words: string;
  }[];
  /** True: everyone in the organization sees the template. Its images stay its author's. */
  shared?: boolean;
  /** The template's author. Null for your own. */
  author?: {
    /** The id of the member. */
    id: string;
    /** Their name. */
    name: string;
  } | null;
  /** Time at which it was first saved. */
  created_at: string;
  /** Time at which it was last saved. */
  updated_at: string;
};

export type EventOfPost = {
  /** The id of the event. */
  id: string;
  /** Time at which it happened. */
  at: string;
  /** The kind of event. More values may be added. */
  kind: string;
  /** The person who caused the event. Null for events of the service itself. */
  member: {
    /** The membership id. */
    id: string;
    /** The member's name. */
    name: string;
  } | null;
  /** Short facts, which depend on `kind`, such as the number and the URL of a published part. */
  detail: Record<string, string | number | null>;
};

export type Identity = {
  /** The organization that the key acts in. */
  org: {
    /** Opaque identifier. */
    id: string;
    /** Name of the organization. */
    name: string;
    /** Short name of the organization, for addresses. */
    slug: string;
  };
  /** The member that the key acts for. */
  membership: {
    /** The membership id. Other endpoints call it `member` or `membership_id`. */
    id: string;
    /** `owner`, `admin` or `member`. More values may be added. */
    role: string;
    /** The member's name. */
    name: string;
    /** The member's e-mail address. */
    email: string;
  };
  /** The scopes of the key. A call that needs another scope returns 403. */
  scopes: string[];
  /** True if the key may write drafts only. Omitted otherwise. */
  drafts_only?: boolean;
};

export type InboxItem = {
  /** Identifies the cause. Stays the same as long as the cause lasts. */
  key: string;
  /** `post_failed`, `post_changed`, `problem_assigned`, `channel_ending`, `sending_paused`, `posts_held`, `claim_decided`, `claims_waiting` or `notice_failed`. */
  kind: string;
  /** For failed posts and `problem_assigned`: the cause of the failure, such as `reconnect`. For `post_changed`: what was done, such as `edited`, `rescheduled`, `moved_to_drafts` or `deleted`. For `sending_paused`: `paused`, `resumed`, or `lifted` while another pause is active. For `posts_held`: `author_left`. For `claim_decided`: `approved`, `rejected`, `reversed`, or `awarded` for points without a claim. For `channel_ending`: `disconnected` if the channel was disconnected and its scheduled posts were canceled, `moved` if they were moved, `reconnect` if the account no longer gives access. */
  cause: string | null;
  /** `reconnect`, `shorten`, `retry`, `decide`, `edit` or `none`. */
  fix: string;
  /** A sentence with the platform's reason, without advice. For `sending_paused`: why sending is paused, or what became of the posts that were due meanwhile. */
  reason: string | null;
  /** For a text that is too long: the excess, in the unit that the platform counts. */
  over_by: number | null;
  /** The channel with the problem. Null if it is not about one. */
  channel: {
    /** The id of the channel. */
    id: string;
    /** Platform slug. */
    platform: string;
    /** Display name of the channel. */
    name: string;
    /** Handle of the account. */
    username: string;
    /** True for a built-in practice channel. */
    practice: boolean;
  } | null;
  /** For one text that several channels rejected: its submission. `posts` has a post for each channel. */
  submission_id?: string;
  /** For `claim_decided`: the total points claimed and awarded. */
  claim?: {
    /** Null if the item covers several posts. */
    post_id: string | null;
    /** The beginning of the post's text. */
    title: string;
    /** Points claimed. */
    claimed: number;
    /** Points awarded. */
    awarded: number;
  } | null;
  /** For `post_changed`: who changed your post; `count` is the number of changed posts. For `problem_assigned`: who assigned it, and the newest post. */
  change?: {
    /** The name of the administrator. */
    by: string;
    /** Null if the change is of several posts. */
    post_id: string | null;
    /** The beginning of the post's text. */
    title: string;
    /** The time of the post after the change. Null without one. */
    scheduled_for: string | null;
  } | null;
  /** For `post_failed`: who looks after it. Null if nobody does, or the member has left. */
  assignee?: {
    /** The id of the membership. */
    id: string;
    /** Their name. */
    name: string;
    /** The name of the administrator who assigned it. */
    by: string;
    /** Time at which it was assigned. */
    at: string;
  } | null;
  /** For a cause that holds posts: the planned posts it holds now, yours or, for administrators, all. */
  planned?: {
    /** Their number. */
    count: number;
    /** Those whose time has passed. */
    late: number;
    /** The next time of one of them. */
    next: string | null;
  } | null;
  /** For `posts_held`: the deactivated author. */
  author?: {
    /** The membership id. */
    id: string;
    /** The member's name. */
    name: string;
  } | null;
  /** You see it again at this time, or when it changes before. */
  snoozed_until?: string | null;
  /** Time at which the first event of the item happened. */
  since: string;
  /** Time at which the last event of the item happened. */
  latest: string;
  /** For `channel_ending`: when access ends. For `notice_failed`: when the next attempt is made. */
  until: string | null;
  /** `done` or `snoozed` if you marked it so. */
  state: "open" | "snoozed" | "done" | (string & {});
  /** True if nothing is left to do because the posts are no longer failed. */
  settled: boolean;
  /** True if something happened since you marked it as read. */
  unread: boolean;
  /** The number of failed or changed posts. For `channel_ending`: the posts scheduled after access ends, or scheduled when the channel was disconnected. Otherwise: the waiting notifications. */
  count: number;
  /** The newest 20 posts. `count` is the total. */
  posts: {
    /** The id of the post. */
    id: string;
    /** The beginning of its text. */
    title: string;
    /** The time it was scheduled for. Null without one. */
    scheduled_for: string | null;
    /** Time at which it failed. */
    failed_at: string | null;
    /** The number of the failed part, starting at 1. */
    part: number | null;
    /** The number of parts to publish. */
    parts: number;
    /** The number of parts that are live on the platform. */
    published_parts: number;
    /** The version of the post, for `PATCH`. */
    version: number;
    /** The channel of the post. */
    channel?: {
      /** The id of the channel. */
      id: string;
      /** Platform slug. */
      platform: string;
      /** Display name of the channel. */
      name: string;
      /** Handle of the account. */
      username: string;
      /** True for a built-in practice channel. */
      practice: boolean;
    };
    /** A sentence with the platform's reason for this post. */
    reason?: string | null;
    /** True if the author sent it again and it is not known whether the first send is live. */
    sent_again?: boolean;
    /** The URLs of the live parts. */
    urls?: string[];
    /** With `member=all`: its author. Null while a blind review hides who it is. */
    member?: {
      /** The id of the membership. */
      id: string;
      /** Their name. */
      name: string;
    } | null;
  }[];
  /** The ids of all posts of the item, newest first, at most 1,000. */
  post_ids: string[];
};

export type Invitation = {
  /** The id of the invitation. */
  id: string;
  /** Only an `open` link still works. */
  state: "open" | "used" | "expired" | "revoked" | (string & {});
  /** The role that the person gets. */
  role: "admin" | "member" | (string & {});
  /** The address that the link was sent to. */
  email: string | null;
  /** The administrator who created it. */
  made_by: {
    /** The membership id. */
    id: string;
    /** The member's name. */
    name: string;
  };
  /** Time at which it was created. */
  created_at: string;
  /** The link stops working at this time. */
  expires_at: string;
  /** Time at which somebody joined with it. Null if nobody did. */
  used_at: string | null;
  /** The member who joined with it. */
  used_by: {
    /** The membership id. */
    id: string;
    /** The member's name. */
    name: string;
  } | null;
  /** Time at which it was revoked. Null if it was not. */
  revoked_at: string | null;
};

export type LeaderboardEntry = {
  /** The membership id. */
  membership_id: string;
  /** The member's name. */
  name: string;
  /** Computed from all-time points, whatever the period. */
  level: number;
  /** Approved points: of all time, or of the requested period and channel. */
  points: number;
  /** Equal points share a rank. The ranks after them are skipped, as in 1, 2, 2, 4. */
  rank?: number;
  /** Points at which this level starts. */
  level_at?: number;
  /** Points at which the next level starts. Omitted on the last level. */
  next_level_at?: number;
  /** The points that determine the level, if they differ from `points`. */
  all_time_points?: number;
  /** Ranks gained in the last week. Null for a member who was not on the leaderboard. Only on pages of up to 100 members of the all-time leaderboard. */
  movement?: number | null;
  /** Time at which the member joined, if another member has the same name. Only on pages of up to 100 members. */
  joined_at?: string;
  /** Points in each of the last eight seven-day weeks, oldest first. Only on pages of up to 100 members. */
  trend?: number[];
};

export type LedgerCheck = {
  /** Time at which the totals were recounted. */
  checked_at: string;
  /** The number of members that were recounted. */
  members: number;
  /** The number of ledger entries that were added up. */
  lines: number;
  /** Totals that do not match the ledger. Empty if all do. */
  differences: {
    /** The member whose total differs. */
    member: {
      /** The membership id. */
      id: string;
      /** The member's name. */
      name: string;
    };
    /** The stored total. */
    kept: number;
    /** The sum of the member's ledger entries. */
    counted: number;
    /** True if the points of single days do not add up. */
    days: boolean;
  }[];
};

export type LedgerLine = {
  /** The id of the entry. */
  id: string;
  /** Time at which the entry was made. */
  at: string;
  /** `claim`: points were claimed. `change`: the claim was changed. `approval` and `adjustment`: points were awarded as claimed, or others. `rejection`, `appeal` and `reversal`: a decision, an appeal against it, its reversal. `award`: points without a claim. `lapse`: the post failed or was canceled. */
  kind: "claim" | "change" | "approval" | "adjustment" | "rejection" | "appeal" | "reversal" | "award" | "lapse" | (string & {});
  /** The change of the member's total. */
  points: number;
  /** The points claimed or awarded before caps. */
  amount: number | null;
  /** The member whose points these are. */
  member: {
    /** The membership id. */
    id: string;
    /** The member's name. */
    name: string;
  } | null;
  /** Null for entries of the service itself. */
  by: {
    /** The membership id. */
    id: string;
    /** The member's name. */
    name: string;
  } | null;
  /** The post of the claim. Null for an award. */
  post_id: string | null;
  /** The first 280 characters of the claimed post, also if it was deleted since. Null for an award. */
  post_text?: string | null;
  /** Platform slug of the claimed post. Null for an award. */
  channel?: string | null;
  /** The name of the post's channel. Null for an award. */
  channel_name?: string | null;
  /** The reason that was given. */
  reason: string | null;
  /** The decision that this entry belongs to, for reversing it. */
  decision_id: string | null;
  /** True if a member decided their own claim. */
  self_reviewed: boolean;
  /** The cap that reduced the points. Null if none did. */
  capped_by: "submission" | "day" | "week" | (string & {}) | null;
};

export type LinkCardChoice = {
  /** The link of the text that gets the card. A part without it gets the card of its own first link. Null publishes without any card. */
  url: string | null;
  /** The title to show. If omitted or null, the page's own. */
  title?: string | null;
  /** The description to show. If omitted or null, the page's own. An empty text shows none. */
  description?: string | null;
};

export type LinkPreview = {
  /** The link. */
  url: string;
  /** The page's title. */
  title: string;
  /** The page's description. Can be empty. */
  description: string;
  /** A small copy of the page's image as a `data:` address. Null if the page has no usable image. */
  image: string | null;
};

export type MadeByKey = {
  /** What it is. `push_subscription` is a browser that gets notifications. */
  type: "key" | "calendar_feed" | "push_subscription" | "webhook" | "invitation" | (string & {});
  /** Its id; for a calendar feed, the id of its member. */
  id: string;
  /** The name of a key, the host of a webhook or browser, the address or role of an invitation. Null for a feed. */
  name: string | null;
};

export type Media = {
  /** The id to list in `media` of a post. */
  id: string;
  /** The type of media. Always `image`. */
  type: string;
  /** The public URL of the stored image. */
  url: string;
  /** Width in pixels. */
  width?: number;
  /** Height in pixels. */
  height?: number;
  /** Size of the stored image in bytes. */
  size_bytes?: number;
  /** Media type of the stored image, such as `image/png`. */
  mime?: string;
  /** True for an animated image. */
  animated?: boolean;
  /** Description for people who can't see the image. Can be empty. */
  alt?: string;
};

export type MediaChange = {
  /** Description for people who can't see the image. An empty text removes it. */
  alt: string;
};

export type MediaUsage = {
  /** Bytes of all stored images. */
  bytes: number;
  /** The limit of `bytes`. Null if there is none. */
  bytes_max: number | null;
  /** Usage of the images uploaded in the last 24 hours. */
  day_bytes: number;
  /** The limit of `day_bytes`. Null if there is none. */
  day_bytes_max: number | null;
};

export type Member = {
  /** The membership id. */
  id: string;
  /** The member's name. */
  name: string;
  /** The member's e-mail address. */
  email: string;
  /** `owner`, `admin` or `member`. */
  role: string;
  /** `removed` for a deactivated member. */
  state: "active" | "removed" | (string & {});
  /** Time at which the member joined. */
  joined_at: string;
  /** Time at which the member was deactivated. Null for an active member. */
  removed_at: string | null;
  /** The last use of any key or session, to the minute. */
  last_active_at: string | null;
  /** All-time approved points. */
  points: number;
  /** The number of scheduled posts. Those of a removed member are on hold. */
  planned: number;
  /** True if the member has an authenticator app or a passkey. */
  two_step: boolean;
  /** What the caller can do now: `rename`, `promote`, `demote`, `make_owner`, `transfer`, `deactivate`, `reactivate`, `leave`, `plan`, `remove_two_step`. More values may be added. */
  may: string[];
};

export type MentionedAccount = {
  /** Slug of the platform. */
  platform: string;
  /** What follows `@` in the text: `ada.example` on Bluesky, `ada@example.social` on Mastodon. */
  username: string;
  /** Display name. Can be empty. */
  name: string;
};

export type NewPost = {
  /** Ids of the target channels, from `GET /channels`. One post is created for each. A repeated id counts once. */
  channels: string[];
  /** The text of a single post. Send either `text` or `thread`. */
  text?: string;
  /** The parts of a thread in order, together up to 60000 characters. On `x` each part is a post of the thread; elsewhere the parts are joined if they fit, unless `threads` says otherwise. Send either `text` or `thread`. */
  thread?: string[];
  /** What becomes of the parts on a channel, by its id. `chain`: each part is a post of a thread; refused where the platform has no threads. `join`: all parts are one post; refused if it is too long. Without a choice: a thread on `x` and Nostr, elsewhere one post if it fits. */
  threads?: Record<string, ThreadChoice>;
  /** Ids of your images from `POST /media`, in order. They are attached to the first part. */
  media?: string[];
  /** Ids of your images from `POST /media`, one list for each part in order, up to 4 in each. Trailing parts without images may be left out, and no image may be on two parts. On a platform where the parts are joined, the item gets the images of all parts up to the platform's maximum. Send either `media` or `part_media`. */
  part_media?: string[][];
  /** https addresses of images. The service downloads each, checks it like an upload and attaches it after the images of the first part; both together have at most 4. If one can't be downloaded or is not an accepted image, nothing is created. Also requires the scope `media:write`. Redirects are not followed. */
  media_urls?: string[];
  /** When to publish: ISO 8601 with Z or an offset, at most two years ahead. `next-slot` takes the next free posting slot, yours or the team's, for these channels; the response has the time. If omitted or null, the post is published as soon as possible. A draft ignores it. */
  scheduled_for?: string | null;
  /** The card of a link, on platforms that make none for posts of applications (`link_cards` of the platform). If omitted or null, each part without images gets the card of its first link. If a page can't be read, the post is published without a card. */
  link_card?: LinkCardChoice | null;
  /** Points claimed for each of these posts; an administrator reviews them. Default: 20. */
  points?: number;
  /** True saves drafts: `scheduled_for` is ignored and nothing is queued. Null is refused. Default: false. */
  draft?: boolean;
  /** Adds these posts to one of your submissions that is at most 24 h old, so that the same idea has different texts on different channels. Returns 409 if a channel already has a post of the submission. */
  submission_id?: string;
  /** The id of the working draft of this post. The create consumes the draft. A second create from it returns 409 with the posts it became. */
  draft_id?: string;
  /** For posts without a time: the seconds they wait as `scheduled` before they are sent, so that the create can be undone by deleting them. If omitted, they are sent at once. */
  grace_seconds?: number;
};

export type NewSendingPause = {
  /** Pauses only this channel. Leave out to pause all channels. */
  channel_id?: string;
  /** Why. Every member reads it. */
  reason: string;
};

export type Note = {
  /** The id of the note. */
  id: string;
  /** A calendar day, such as 2027-01-14. */
  day: string;
  /** The text of the note. */
  text: string;
  /** The author. */
  member: {
    /** The membership id. */
    id: string;
    /** The member's name. */
    name: string;
  };
  /** Time at which it was written. */
  created_at: string;
};

export type Organization = {
  /** The id of the organization. */
  id: string;
  /** The name of the organization. */
  name: string;
  /** Short name of the organization, for addresses. */
  slug: string;
  /** The number of active members. */
  members: number;
  /** Its rules for points, reviews and sign-in, and the team's posting slots. */
  settings: OrganizationSettings;
  /** True if this server sends e-mail, such as invitations. */
  mail: boolean;
};

export type OrganizationSettings = {
  /** Hides the author and the URLs of a post from administrators until its claim is decided, wherever posts are listed. Webhooks include both. Default: false. */
  blind_review: boolean;
  /** Allows the only administrator to decide their own claims. The ledger marks each of these decisions. Default: false. */
  self_review: boolean;
  /** Lets members see each other's scheduled and published posts on channels that they may use. Default: true. */
  shared_plan: boolean;
  /** Limits sessions of administrators and owners to the member role until they prove a second factor: a code or a passkey. API keys are not affected. Only owners can change it. Default: false. */
  require_two_step: boolean;
  /** The maximum points for all posts of one submission together. */
  cap_submission: number | null;
  /** The maximum points for a member in one UTC day. */
  cap_day: number | null;
  /** The maximum points for a member in one week from Monday, UTC. */
  cap_week: number | null;
  /** Points at which levels 2, 3, … start, in ascending order. Null for 50, 150, 300, 500 and so on. */
  level_starts: number[] | null;
  /** Sends reviewers one digest a day while claims have been waiting for more than a day. Default: true. */
  remind_reviewers: boolean;
  /** Reasons that reviewers can select with the keys 1 to 9. Default: ["The post is not about our work.","Another post with the same text was already counted.","The claim is higher than our rules allow."]. */
  reject_reasons: string[];
  /** Review rules shown beside each claim. Default: "". */
  review_rules: string;
  /** Weekly posting slots of the team: everyone's next free slot may be one of them. Default: []. */
  slots: Slot[];
  /** IANA time zone of the team's slots. Default: "UTC". */
  slots_zone: string;
};

export type OverduePost = {
  /** The id of the post. */
  id: string;
  /** Platform slug of its channel. */
  channel: string;
  /** Display name of its channel. */
  channel_name: string;
  /** The time it was scheduled for. Null for one to be published at once. */
  scheduled_for: string | null;
  /** The first 200 characters of its text. */
  text: string;
  /** The name of its author. */
  author: string;
};

export type OwnClaim = {
  /** `waiting`, `pending`, `approved`, `rejected`, `lapsed`, or `none` if no points are claimed. */
  status: string;
  /** The version for a change or a decision. Null before the post is published. */
  version: number | null;
  /** Points claimed. */
  points: number;
  /** Points awarded. Null until approved. */
  awarded: number | null;
  /** The reason that the administrator gave. */
  reason: string | null;
  /** The author's appeal against a rejection. */
  appeal: string | null;
  /** True if the caller can change the points. */
  may_change: boolean;
  /** True if the caller can appeal. */
  may_appeal: boolean;
  /** The member who gets the points, if the post now belongs to another member. */
  credit_to?: string | null;
  /** The ledger entries of the claim. */
  ledger: LedgerLine[];
};

export type Pagination = {
  /** The page size of this response. */
  limit: number;
  /** The number of results that were skipped. */
  offset: number;
  /** The number of results on all pages. */
  total: number;
  /** True if there are more than `total` results. If the query has words, a time range, a submission or `deleted`, the total is exact up to 10,000 and not counted beyond. The total of submissions is exact up to 1,000. Omitted if the total is exact. */
  total_is_lower_bound?: boolean;
};

export type PlannedPost = {
  /** The id of the post. */
  id: string;
  /** Platform slug. */
  channel: string;
  /** The name of the channel. */
  channel_name: string;
  /** Time at which the post is published. */
  scheduled_for: string;
  /** The beginning of the text. */
  text: string;
  /** As `hold` of the post. */
  hold: PostHold | null;
};

export type Platform = {
  /** Slug of the platform, as in `platform` of a channel. */
  slug: string;
  /** Display name of the platform. */
  name: string;
  /** The unit of `limit`: `grapheme`, `utf16` (UTF-16 code units), or the platform's own rules, such as `x-weight`, where a link counts 23 and an emoji 2. More values may be added. */
  counting: string;
  /** Maximum length of one part, in the unit of `counting`. */
  limit: number;
  /** Maximum bytes of one part in UTF-8. Null if there is no such limit. */
  byte_limit: number | null;
  /** `always`: each part is a post of a thread. `when-long`: parts are joined if they fit, otherwise a reply chain. `never`: parts are joined. */
  thread: "always" | "when-long" | "never" | (string & {});
  /** Maximum parts of a thread. */
  max_parts: number;
  /** Maximum images of a post. */
  max_images: number;
  /** Media types of images that the platform accepts. */
  image_types: string[];
  /** True if Postwright makes the card of a link, because the platform makes none for its posts. */
  link_cards?: boolean;
  /** True if Postwright can take down a published post. */
  take_down?: boolean;
};

export type PlatformApp = {
  /** Slug of the platform. */
  platform: string;
  /** Null if none is set. */
  client_id: string | null;
  /** True if a secret is set. It is never shown. */
  has_secret: boolean;
  /** The place where the credentials are set. `environment` takes precedence and can't be changed here. */
  from: "environment" | "here" | (string & {}) | null;
  /** One of the platform's `app_uses`. Null if it has none. */
  use: string | null;
  /** The redirect URI to enter on the platform. */
  redirect_uri: string;
};

export type Post = {
  /** The id of the post, for `GET`, `PATCH` and `DELETE /posts/{id}`. */
  id: string;
  /** `draft`: not queued. `scheduled`: waits for `scheduled_for`. `publishing`: being sent, retries included. `published`: live on the platform. `failed`: needs a person; `error` says why. `canceled`: will not be sent. */
  status: "draft" | "scheduled" | "publishing" | "published" | "failed" | "canceled" | (string & {});
  /** Slug of the platform of the target channel. */
  channel: string | null;
  /** The author's parts, in order. */
  posts: {
    /** The text of the part. */
    text: string;
  }[];
  /** Time at which the post is published. Null for a draft and for a post that is published at once. */
  scheduled_for: string | null;
  /** Addresses of the live parts on the platform, in order. Empty until published. */
  published_urls: string[];
  /** Why the post failed, as a sentence for people. Null if it did not fail. */
  error: string | null;
  /** Time at which the post was created. */
  created_at: string;
  /** Time at which the post last changed. */
  updated_at: string;
  /** The id of the target channel, as in `GET /channels`. */
  channel_id?: string | null;
  /** The same for all posts that one request created. */
  submission_id?: string;
  /** The form of the parts on this platform. */
  delivery?: "thread" | "joined" | (string & {});
  /** The author's choice, by channel id. Only present if one was made. */
  threads?: Record<string, ThreadChoice>;
  /** The images of the first part, in order. */
  media?: Media[];
  /** The images of each part, in the order of `posts`. Only present if a part after the first has images. */
  part_media?: Media[][];
  /** The author's choice about the card of a link. Null without one: each part without images gets the card of its first link, where the platform needs that. */
  link_card?: LinkCardChoice | null;
  /** Points claimed. */
  points?: number;
  /** The points claim. Its status is `waiting` until the post is published, then `pending`, `approved` or `rejected`. It is `lapsed` if the post failed or was canceled. */
  claim?: {
    /** Points claimed. */
    points: number;
    /** `waiting`, `pending`, `approved`, `rejected` or `lapsed`. */
    status: string;
    /** Points awarded. Null until approved. */
    awarded?: number | null;
  } | null;
  /** The machine-readable cause of a failed post. */
  failure?: {
    /** `rejected`: the platform refused it. `unsupported`: Postwright did not send it, because an image can't be brought into a form that the platform accepts. `reconnect`: the account needs reconnecting. `unconfirmed`: it may be live; look at the platform first. `missed`: its time passed while the service was down. `gave_up`: all attempts failed. `canceled_by_platform`: the platform withdrew it. */
    cause: "rejected" | "unsupported" | "reconnect" | "unconfirmed" | "missed" | "gave_up" | "canceled_by_platform" | (string & {});
    /** The number of the part that failed, starting at 1. */
    part: number | null;
    /** The platform's reason as a sentence, without what to do next. Null if it gave none. */
    reason?: string | null;
  } | null;
  /** The number of attempts to send the post so far. */
  attempts?: number;
  /** Time at which the next attempt starts. Null if none is scheduled. */
  next_attempt_at?: string | null;
  /** Time at which the last part was published. Null until then. */
  published_at?: string | null;
  /** The state of each part on the platform, in order. */
  progress?: Progress[];
  /** Why a post that is due or being sent is not published yet. It passes without a person. Null if nothing delays it. */
  delay?: PostDelay | null;
  /** Why the post is not sent until a person acts. Null if it is sent at its time. */
  hold?: PostHold | null;
  /** The author. Null for an administrator in blind review while the post's claim is undecided. */
  member?: {
    /** The membership id. */
    id: string;
    /** The member's name. */
    name: string;
  } | null;
  /** Time at which the post was deleted. Null if it was not. */
  deleted_at?: string | null;
  /** Time at which the post was taken down from its platform. */
  taken_down_at?: string | null;
  /** The way it was created. `mcp` is an assistant. Null for posts from before this field. */
  created_via?: "dashboard" | "api" | "mcp" | (string & {}) | null;
  /** Increases with every change. `PATCH` requires the current version. */
  version?: number;
  /** Possible mistakes that did not prevent the create. Only in the response to `POST /posts`. */
  warnings?: Warning[];
  /** The number of characters (code points) of all parts of the full text. Only present if `text=excerpt` shortened the text. Parts beyond the excerpt have an empty text. */
  characters?: number;
};

export type PostChange = {
  /** The version you read. Any other version returns 409. */
  version: number;
  /** The new text, as a single part. Send `text` or `thread`, not both. */
  text?: string;
  /** The new parts, in order. Send `text` or `thread`, not both. */
  thread?: string[];
  /** As in a create, for the post's channel. */
  threads?: Record<string, ThreadChoice>;
  /** Ids of all images that the first part has from now on, in order. Empty removes them. Other parts keep theirs. */
  media?: string[];
  /** Ids of all images that the post has from now on, one list for each part in order. Send either `media` or `part_media`. Required if the number of parts changes while a part after the first has images. */
  part_media?: string[][];
  /** The new time, ISO 8601 with Z or an offset. */
  scheduled_for?: string | null;
  /** The new choice about the card of a link. Null returns to the card of the first link of each part. */
  link_card?: LinkCardChoice | null;
  /** The new number of points claimed. */
  points?: number;
  /** `publishing` sends the post now. `scheduled` requires `scheduled_for`. `draft` moves it back to draft. */
  status?: "draft" | "scheduled" | "publishing";
};

export type PostCounts = {
  /** Drafts. */
  draft: number;
  /** Posts that wait for their time. */
  scheduled: number;
  /** Posts that are being sent. */
  publishing: number;
  /** Live posts. */
  published: number;
  /** Posts that need a person. */
  failed: number;
  /** Canceled posts. */
  canceled: number;
  /** Statuses with more posts than their count. If the query has words, a time range, a submission or `deleted`, and there are more than 10,000 posts in all, each status is counted up to 1,000. */
  lower_bounds?: ("draft" | "scheduled" | "publishing" | "published" | "failed" | "canceled" | (string & {}))[];
};

export type PostDelay = {
  /** `queued`: other posts of its channel are first. `channel_waits`: the platform's rate limit applies. `retry`: an attempt failed and the next one is scheduled. `looking_up`: the platform's response was lost and Postwright is checking whether the post is live. `sending`: being sent now. `grace`: a publish or retry can still be undone. More values may be added. */
  reason: string;
  /** Time at which the next attempt starts. Null if that is not known. */
  until: string | null;
  /** The number of attempts so far. Null if the reason is not about attempts. */
  attempt: number | null;
  /** The number of attempts before the post fails. */
  attempts_max: number | null;
  /** The platform's response, in one word. */
  detail: string | null;
};

export type PostFilter = {
  /** Only posts in these statuses. `unconfirmed` selects the failed posts whose answer was lost. Default: all. */
  status?: ("draft" | "scheduled" | "publishing" | "published" | "failed" | "unconfirmed" | "canceled")[];
  /** Channel ids; repeatable. */
  channel?: string[];
  /** A membership id or `all`; for other members only administrators, and with `plan:read` their plan: what is scheduled, publishing or published on channels that you may use. Default: the caller. */
  member?: string;
  /** Words in the text. The last word can be incomplete. */
  q?: string;
  /** The time that `from` and `to` apply to. Default: `created`. */
  time?: "created" | "scheduled" | "published";
  /** At or after this time. */
  from?: string;
  /** Before this time. */
  to?: string;
  /** Only posts of this submission. */
  submission?: string;
  /** Only posts of this item of the inbox: its `key`. */
  problem?: string;
  /** `true` for posts deleted in the last 30 days. */
  deleted?: "true" | "false";
};

export type PostHold = {
  /** `author_left`: the author is deactivated. `channel_needs_reconnect`: the account needs reconnecting; a due post waits a day, then fails. `channel_paused`, `organization_paused`: an administrator paused sending. */
  reason: "author_left" | "channel_needs_reconnect" | "channel_paused" | "organization_paused" | (string & {});
  /** Time at which the reason began. */
  since: string;
  /** The step that ends the hold. */
  resolve: {
    /** `reassign` the author's posts to another member, `reconnect` the channel's account, or `resume` sending. */
    action: "reassign" | "reconnect" | "resume" | (string & {});
    /** The id of the author, the channel or the pause. */
    target_id: string;
    /** The roles that may do it. */
    roles: string[];
  };
};

export type PostProblem = {
  /** One of the error codes of this API: the one that a create would answer. */
  code: string;
  /** The reason as a sentence for people. */
  message: string;
  /** The field of the request that it is about. Null if it is about none. */
  field: string | null;
  /** The channel whose platform refuses. Null if it is about none. */
  channel_id: string | null;
};

export type PracticeItem = {
  /** Opaque identifier. */
  id: string;
  /** The address of the item. It requires sign-in. */
  url: string;
  /** The same for all parts of one thread. */
  thread: string;
  /** The number of the part in its thread, starting at 1. */
  part: number;
  /** The published text. */
  text: string;
  /** The images of the item, in order. */
  images: {
    /** The public URL of the image. */
    url: string;
    /** Width in pixels. */
    width: number;
    /** Height in pixels. */
    height: number;
    /** Description for people who can't see the image. */
    alt?: string;
  }[];
  /** Time at which the item was published. */
  published_at: string;
};

export type PracticeTimeline = {
  /** The practice channel. */
  channel: {
    /** Slug of the platform that the channel imitates. */
    platform: string;
    /** Display name of the channel. */
    name: string;
    /** Handle of the channel. */
    username: string;
    /** False if the channel was disconnected. Nothing more is published on it then. */
    connected: boolean;
  };
  /** The published items, newest first. */
  items: PracticeItem[];
  /** Pass it as `before` to get older items. Null on the last page. */
  next: string | null;
};

export type Progress = {
  /** The number of the part, starting at 1. */
  part: number;
  /** `unknown` if the platform's response was lost: nobody knows yet whether the part is live. */
  state: "waiting" | "sending" | "sent" | "unknown" | (string & {});
  /** The address of the live part. Null until it is known. */
  url: string | null;
  /** Time at which the part was published. Null until then. */
  at: string | null;
  /** A sentence that says how the published part differs from what was sent. Only present if it differs. */
  note?: string;
};

export type RenameDraft = {
  name?: string | null;
  /** True: everyone in the organization sees the template. */
  shared?: boolean;
};

export type ResetLink = {
  /** The link. It is shown once and works once. */
  url: string;
  /** The link stops working at this time. */
  expires_at: string;
};

export type ResumedSending = {
  /** The id of the pause. */
  id: string;
  /** Always true. */
  resumed: true;
  /** The number of posts that are sent now. */
  sent: number;
  /** The number of posts that became drafts. */
  drafts: number;
};

export type ResumeSendingInput = {
  /** The decision about posts that were due meanwhile: `send` sends them now, `draft` makes them drafts. */
  overdue?: "send" | "draft";
};

export type RetryPost = {
  /** Your finding on the platform. `is_there`: the part is live. `send_again`: it is not. */
  unconfirmed?: "is_there" | "send_again";
  /** With `is_there` for one post: the part's https address there. */
  url?: string;
};

export type SaveDraft = {
  /** The version you read; 0 for a new draft. Any other version returns 409. */
  version: number;
  /** A `template` is a text to start from; it never becomes posts itself. Default: "draft". */
  kind?: "draft" | "template";
  /** The author's text and settings. They replace the stored content. */
  content: DraftContent;
};

export type SavedView = {
  /** An id that the client chooses, unique among your views. */
  id: string;
  /** The name of the view. */
  name: string;
  /** The filters, as in the address of the posts page after the question mark. */
  query: string;
};

export type SendingPause = {
  /** The id of the pause. */
  id: string;
  /** The paused channel. Null if the whole organization is paused. */
  channel: {
    /** The id of the channel. */
    id: string;
    /** Platform slug. */
    platform: string;
    /** Display name of the channel. */
    name: string;
  } | null;
  /** Why sending is paused, for every member to read. */
  reason: string;
  /** The administrator who paused it. */
  paused_by: {
    /** The membership id. */
    id: string;
    /** The member's name. */
    name: string;
  };
  /** Time at which it was paused. */
  paused_at: string;
  /** The number of posts that were due since, and wait for the end of this pause alone. */
  overdue: number;
};

export type Settings = {
  /** IANA time zone. Null to use the browser's time zone. */
  zone: string | null;
  /** Another time zone that is also shown. */
  second_zone: string | null;
  /** 0 for Sunday, 1 for Monday. */
  week_start: number;
  /** Times with 24 or 12 hours. Null to use the browser's. */
  clock: "12" | "24" | (string & {}) | null;
  /** The order of a typed date in numbers: 3/12 is 3 December or 12 March. Null to use the browser's. */
  date_order: "day_first" | "month_first" | (string & {}) | null;
  /** Space between rows of lists. */
  density: "comfortable" | "dense" | (string & {});
  /** Your weekly posting slots, in your zone. */
  slots: Slot[];
  /** Saved views of the posts list. */
  views: SavedView[];
  /** The channels of each kind of notification. */
  notices: {
    /** A post of yours failed. */
    post_failed: {
      /** In the inbox of the dashboard. */
      app: boolean;
      /** By e-mail. */
      email: boolean;
      /** On browsers that are subscribed to notifications. */
      push: boolean;
    };
    /** An administrator changed a post of yours. */
    post_changed: {
      /** In the inbox of the dashboard. */
      app: boolean;
      /** By e-mail. */
      email: boolean;
      /** On browsers that are subscribed to notifications. */
      push: boolean;
    };
    /** An administrator assigned you failed posts. */
    problem_assigned: {
      /** In the inbox of the dashboard. */
      app: boolean;
      /** By e-mail. */
      email: boolean;
      /** On browsers that are subscribed to notifications. */
      push: boolean;
    };
    /** A channel of your scheduled posts loses access or was disconnected. */
    channel_ending: {
      /** In the inbox of the dashboard. */
      app: boolean;
      /** By e-mail. */
      email: boolean;
      /** On browsers that are subscribed to notifications. */
      push: boolean;
    };
    /** An administrator paused sending, or lifted that. */
    sending_paused: {
      /** In the inbox of the dashboard. */
      app: boolean;
      /** By e-mail. */
      email: boolean;
      /** On browsers that are subscribed to notifications. */
      push: boolean;
    };
    /** A deactivated member has scheduled posts. For administrators. */
    posts_held: {
      /** In the inbox of the dashboard. */
      app: boolean;
      /** By e-mail. */
      email: boolean;
      /** On browsers that are subscribed to notifications. */
      push: boolean;
    };
    /** Your points claims were decided. */
    claim_decided: {
      /** In the inbox of the dashboard. */
      app: boolean;
      /** By e-mail. */
      email: boolean;
      /** On browsers that are subscribed to notifications. */
      push: boolean;
    };
    /** Claims wait for review. For administrators. */
    claims_waiting: {
      /** In the inbox of the dashboard. */
      app: boolean;
      /** By e-mail. */
      email: boolean;
      /** On browsers that are subscribed to notifications. */
      push: boolean;
    };
    /** A notification to you could not be delivered. */
    notice_failed: {
      /** In the inbox of the dashboard. */
      app: boolean;
      /** By e-mail. */
      email: boolean;
      /** On browsers that are subscribed to notifications. */
      push: boolean;
    };
  };
  /** Hides the checklist of first steps. */
  checklist_hidden: boolean;
  /** Splits a text that is too long without asking. */
  always_split: boolean;
  /** Adds its number to each split part, such as 1/5. */
  numbering: boolean;
  /** Seconds that the dashboard waits before a publish or retry is sent, to be undone. 0 sends at once. */
  undo_seconds: 0 | 5 | 10 | 30;
  /** Your latest choice of `chain` or `join` in the composer, by channel id. */
  threads: Record<string, ThreadChoice>;
  /** Your saved sets of channels. */
  channel_sets: ChannelSet[];
};

export type SettingsChange = {
  /** IANA time zone. Null to use the browser's time zone. */
  zone?: string | null;
  /** Another time zone that is also shown. */
  second_zone?: string | null;
  /** 0 for Sunday, 1 for Monday. */
  week_start?: number;
  /** Times with 24 or 12 hours. Null to use the browser's. */
  clock?: "12" | "24" | null;
  /** The order of a typed date in numbers: 3/12 is 3 December or 12 March. Null to use the browser's. */
  date_order?: "day_first" | "month_first" | null;
  /** Space between rows of lists. */
  density?: "comfortable" | "dense";
  /** Your weekly posting slots, in your zone. */
  slots?: Slot[];
  /** Saved views of the posts list. */
  views?: SavedView[];
  /** The channels of each kind of notification. */
  notices?: {
    /** A post of yours failed. */
    post_failed: {
      /** In the inbox of the dashboard. */
      app: boolean;
      /** By e-mail. */
      email: boolean;
      /** On browsers that are subscribed to notifications. */
      push: boolean;
    };
    /** An administrator changed a post of yours. */
    post_changed?: {
      /** In the inbox of the dashboard. */
      app: boolean;
      /** By e-mail. */
      email: boolean;
      /** On browsers that are subscribed to notifications. */
      push: boolean;
    };
    /** An administrator assigned you failed posts. */
    problem_assigned?: {
      /** In the inbox of the dashboard. */
      app: boolean;
      /** By e-mail. */
      email: boolean;
      /** On browsers that are subscribed to notifications. */
      push: boolean;
    };
    /** A channel of your scheduled posts loses access or was disconnected. */
    channel_ending: {
      /** In the inbox of the dashboard. */
      app: boolean;
      /** By e-mail. */
      email: boolean;
      /** On browsers that are subscribed to notifications. */
      push: boolean;
    };
    /** An administrator paused sending, or lifted that. */
    sending_paused?: {
      /** In the inbox of the dashboard. */
      app: boolean;
      /** By e-mail. */
      email: boolean;
      /** On browsers that are subscribed to notifications. */
      push: boolean;
    };
    /** A deactivated member has scheduled posts. For administrators. */
    posts_held?: {
      /** In the inbox of the dashboard. */
      app: boolean;
      /** By e-mail. */
      email: boolean;
      /** On browsers that are subscribed to notifications. */
      push: boolean;
    };
    /** Your points claims were decided. */
    claim_decided: {
      /** In the inbox of the dashboard. */
      app: boolean;
      /** By e-mail. */
      email: boolean;
      /** On browsers that are subscribed to notifications. */
      push: boolean;
    };
    /** Claims wait for review. For administrators. */
    claims_waiting: {
      /** In the inbox of the dashboard. */
      app: boolean;
      /** By e-mail. */
      email: boolean;
      /** On browsers that are subscribed to notifications. */
      push: boolean;
    };
    /** A notification to you could not be delivered. */
    notice_failed: {
      /** In the inbox of the dashboard. */
      app: boolean;
      /** By e-mail. */
      email: boolean;
      /** On browsers that are subscribed to notifications. */
      push: boolean;
    };
  };
  /** Hides the checklist of first steps. */
  checklist_hidden?: boolean;
  /** Splits a text that is too long without asking. */
  always_split?: boolean;
  /** Adds its number to each split part, such as 1/5. */
  numbering?: boolean;
  /** Seconds that the dashboard waits before a publish or retry is sent, to be undone. 0 sends at once. */
  undo_seconds?: 0 | 5 | 10 | 30;
  /** Your latest choice of `chain` or `join` in the composer, by channel id. */
  threads?: Record<string, ThreadChoice>;
  /** Your saved sets of channels. */
  channel_sets?: ChannelSet[];
};

export type ShadowBoard = {
  /** The rows that change, and their neighbors, by rank. */
  rows: {
    /** The member of this row. */
    member: {
      /** The membership id. */
      id: string;
      /** The member's name. */
      name: string;
    };
    /** All-time points after the decisions. */
    points: number;
    /** Points that the decisions add. */
    gained: number;
    /** The rank after the decisions. */
    rank: number;
    /** The rank now. */
    rank_before: number;
  }[];
  /** Points removed by caps. */
  capped: number;
};

export type SignInSession = {
  /** The id of the session. */
  id: string;
  /** The browser and system, such as "Chrome on Linux". Empty if unknown. */
  device: string;
  /** The sign-in method of the session. */
  way: "key" | "password" | "passkey" | "provider" | "invitation" | "setup" | (string & {});
  /** Name of the organization the session acts in. */
  organization: string;
  /** Time at which the session was opened. */
  created_at: string;
  /** Accurate to the minute. */
  last_used_at: string | null;
  /** True for the session that sent this request. */
  current: boolean;
};

export type Slot = {
  /** An id that the client chooses, unique in its list. */
  id: string;
  /** 1 for Monday. */
  weekday: number;
  /** Wall time in the zone of its list, such as 09:30. */
  time: string;
  /** Channel ids. Empty for any channel. */
  channels: string[];
};

export type Standing = {
  /** The caller's membership id. */
  membership_id: string;
  /** The caller's name. */
  name: string;
  /** Null if the member has no points in the period or on the channel. */
  rank: number | null;
  /** True if other members share the rank. */
  tied: boolean;
  /** Approved points: of all time, or of the requested period and channel. */
  points: number;
  /** The number of members on the leaderboard. */
  members: number;
  /** The caller's level, from all-time points. */
  level: number;
  /** Points at which this level starts. */
  level_at: number;
  /** Null on the last level. */
  next_level_at: number | null;
  /** All-time approved points. */
  all_time_points: number;
  /** A sentence that describes the levels. */
  level_rule: string;
  /** The next higher rank. Null for the first rank. */
  next: {
    /** The rank. */
    rank: number;
    /** The points missing to share that rank. */
    points: number;
    /** The number of members with that rank. */
    members: number;
    /** The names of the first three members with that rank. */
    names: string[];
  } | null;
  /** The next member below and the difference in points. */
  ahead: {
    /** The difference in points. */
    points: number;
    /** The member's name. */
    name: string;
  } | null;
  /** The caller's claims that wait for review, on any channel. */
  pending: {
    /** The number of claims. */
    claims: number;
    /** The points they claim together. */
    points: number;
  };
  /** The caller's two newest published posts with approved points, on any channel. */
  credited?: {
    /** The id of the post. */
    id: string;
    /** The beginning of the text. */
    text: string;
    /** The points that were approved. */
    points: number;
    /** Time at which the post was published. */
    published_at: string;
  }[];
  /** Ranks gained in the last week on the all-time leaderboard. */
  movement?: number | null;
  /** The caller with up to two members above and two below. */
  around: LeaderboardEntry[];
};

export type StartedPause = {
  /** The id of the pause. */
  id: string;
  /** The paused channel. Null if the whole organization is paused. */
  channel: {
    /** The id of the channel. */
    id: string;
    /** Platform slug. */
    platform: string;
    /** Display name of the channel. */
    name: string;
  } | null;
  /** Why sending is paused, for every member to read. */
  reason: string;
  /** The administrator who paused it. */
  paused_by: {
    /** The membership id. */
    id: string;
    /** The member's name. */
    name: string;
  };
  /** Time at which it was paused. */
  paused_at: string;
  /** The number of posts that were due since, and wait for the end of this pause alone. */
  overdue: number;
  /** The number of posts that were being sent at that moment. They end normally. */
  in_progress: number;
};

export type Submission = {
  /** The id of the submission: `submission_id` of its posts. */
  id: string;
  /** Time at which its first post was created. */
  created_at: string;
  /** Its posts, one per channel, in the order of their creation. */
  posts: Post[];
};

export type SubmissionAction = {
  /** The change. `draft` moves back to draft, `schedule` sets a time, `publish` sends now, `retry` sends failed posts again. */
  action: "delete" | "restore" | "cancel" | "retry" | "draft" | "schedule" | "publish";
  /** The posts to change, if not all of the submission. */
  posts?: {
    /** The id of the post. */
    id: string;
    /** The version you read. Any other version returns 409. */
    version?: number;
  }[];
  /** For `schedule`: the time of every post. */
  scheduled_for?: string;
  /** For `schedule`: the time of the first post. The others keep their distance to it. */
  start?: string;
  /** For `publish` and `retry`: the seconds to wait before sending, so that the change can be undone. */
  grace_seconds?: number;
  /** For `retry` of posts that failed as unconfirmed: what you saw on the platform. */
  unconfirmed?: "is_there" | "send_again";
  /** With `is_there` for one post: the part's https address there. */
  url?: string;
  /** For `delete` of posts that nothing was sent of: their text goes back to its author's editor, so the list of deleted posts leaves them out. */
  taken_back?: boolean;
};

export type SubmissionChange = {
  /** The posts to change, each with the version you read. Posts that are not listed stay as they are. */
  posts?: {
    /** The id of the post. */
    id: string;
    /** The version you read. Any other version returns 409. */
    version: number;
    /** This channel's own text, in place of the text for all. */
    text?: string;
    /** This channel's own parts, in place of the text for all. */
    thread?: string[];
    /** This channel's own images, in place of the images for all. */
    media?: string[];
    /** This channel's own images by part, in place of the images for all. */
    part_media?: string[][];
  }[];
  /** Channels that get a post of this submission too, by the same author. Each needs a text and a status, of its own or for all. Returns 409 for a channel that has a post of it. */
  add?: {
    /** The id of the channel, from `GET /channels`. */
    channel_id: string;
    /** This channel's own text, in place of the text for all. */
    text?: string;
    /** This channel's own parts, in place of the text for all. */
    thread?: string[];
    /** This channel's own images, in place of the images for all. */
    media?: string[];
    /** This channel's own images by part, in place of the images for all. */
    part_media?: string[][];
    /** This post's points, in place of the one for all. */
    points?: number;
    /** This post's status, in place of the one for all. */
    status?: "draft" | "scheduled" | "publishing";
    /** This post's time, in place of the one for all. */
    scheduled_for?: string | null;
  }[];
  /** Posts to remove, each with the version you read. Returns 409 if anything of one is, or may be, published. They can be restored for 30 days. */
  remove?: {
    /** The id of the post. */
    id: string;
    /** The version you read. Any other version returns 409. */
    version: number;
  }[];
  /** The new text, as a single part. Send `text` or `thread`, not both. */
  text?: string;
  /** The new parts, in order. Send `text` or `thread`, not both. */
  thread?: string[];
  /** As in a create, for the post's channel. */
  threads?: Record<string, ThreadChoice>;
  /** Ids of all images that the first part has from now on, in order. Empty removes them. Other parts keep theirs. */
  media?: string[];
  /** Ids of all images that the post has from now on, one list for each part in order. Send either `media` or `part_media`. Required if the number of parts changes while a part after the first has images. */
  part_media?: string[][];
  /** The new time, ISO 8601 with Z or an offset. */
  scheduled_for?: string | null;
  /** The new choice about the card of a link. Null returns to the card of the first link of each part. */
  link_card?: LinkCardChoice | null;
  /** The new number of points claimed. */
  points?: number;
  /** `publishing` sends the post now. `scheduled` requires `scheduled_for`. `draft` moves it back to draft. */
  status?: "draft" | "scheduled" | "publishing";
  /** With status `publishing`, without `add` and `remove`: the seconds the posts wait as `scheduled` before they are sent, so that this can be undone. A post with published parts does not wait. */
  grace_seconds?: number;
};

export type SubmissionCounts = {
  /** All submissions that match. */
  all: number;
  /** Submissions with a draft. */
  draft: number;
  /** Submissions with a post that waits for its time. */
  scheduled: number;
  /** Submissions with a post that is being sent. */
  publishing: number;
  /** Submissions with a live post. */
  published: number;
  /** Submissions with a post that needs a person. */
  failed: number;
  /** Submissions with a canceled post. */
  canceled: number;
  /** Submissions with a failed post that may be live: its answer was lost. `failed` counts them too. */
  unconfirmed?: number;
  /** The numbers that are lower bounds: there are more than 1,000, or they have more than 3,000 posts. */
  lower_bounds?: ("all" | "draft" | "scheduled" | "publishing" | "published" | "failed" | "unconfirmed" | "canceled" | (string & {}))[];
};

export type TakeDown = {
  /** For a failed post with published parts: true if you have deleted all of them on the platform yourself. No request is sent to the platform then. */
  by_hand?: boolean;
};

export type ThreadChoice = "chain" | "join";

export type Warning = {
  /** `same_text`: the same text is published on the channel within a day. `close_in_time`: another post is published there within an hour. `images_left_out`: the parts are joined there, and have more images together than one item may have. More values may be added. */
  code: string;
  /** The channel that the warning is about. */
  channel_id: string;
  /** Time at which the other post is or was published; for `images_left_out`, this one. */
  at: string;
  /** The id of the other post if it is yours. */
  post_id: string | null;
  /** The warning as a sentence for people. */
  message: string;
};

export type Webhook = {
  /** The id of the webhook. */
  id: string;
  /** The address that receives the events. */
  url: string;
  /** The events that it receives. */
  events: string[];
  /** False if it receives nothing. */
  enabled: boolean;
  /** Why the service disabled the webhook. */
  off_reason: string | null;
  /** Time at which it was added. */
  created_at: string;
  /** The most recent completed attempt. */
  last_delivery: {
    /** Time at which the attempt ended. */
    at: string;
    /** True if the receiver answered with a 2xx. */
    ok: boolean;
    /** The HTTP status of the response. Null without one. */
    status: number | null;
    /** A sentence that says why it failed. Null if it did not. */
    error: string | null;
  } | null;
  /** Both secrets sign until this time after a rotation. */
  former_secret_until: string | null;
};

export type WebhookDelivery = {
  /** The id of the delivery. */
  id: string;
  /** The event, such as `post.failed`. */
  event: string;
  /** The `webhook-id` header. It is the same for every attempt. */
  message_id: string;
  /** `waiting` until a 2xx or the last attempt. */
  state: "waiting" | "delivered" | "failed" | (string & {});
  /** The number of attempts so far. */
  attempts: number;
  /** Time at which the event happened. */
  created_at: string;
  /** Time at which the last attempt started. Null before the first. */
  last_attempt_at: string | null;
  /** Null while an attempt is in progress and if none is scheduled. */
  next_attempt_at: string | null;
  /** The HTTP status of the last response. */
  status: number | null;
  /** A sentence that says why the last attempt failed. */
  error: string | null;
  /** The exact body that is sent. */
  payload: string;
};

export type WorkingDraft = {
  /** The id of the draft. */
  id: string;
  /** A `template` is a text to start from; it never becomes posts itself. */
  kind: "draft" | "template" | (string & {});
  /** Increases with every save. */
  version: number;
  /** The author's text and settings. */
  content: DraftContent;
  /** The URLs of the draft's images. */
  images: {
    /** The id of the image. */
    media: string;
    /** The public URL of the image. */
    url: string;
    /** Size in bytes. */
    size_bytes: number;
  }[];
  /** True: everyone in the organization sees the template. Its images stay its author's. */
  shared?: boolean;
  /** The template's author. Null for your own. */
  author?: {
    /** The id of the member. */
    id: string;
    /** Their name. */
    name: string;
  } | null;
  /** Time at which it was first saved. */
  created_at: string;
  /** Time at which it was last saved. */
  updated_at: string;
  /** Time at which it was deleted. Null if it was not. */
  deleted_at: string | null;
  /** The posts that were created from it. */
  created_post_ids: string[];
};

/** Every operation of the API by name: its input and its result. */
export interface Operations {
  /**
   * Read the organization and the member of the key.
   *
   * `GET /me`. Any key. Errors: `unauthorized`.
   */
  getMe: {
    input: undefined;
    data: Identity;
  };
  /**
   * List connected channels.
   *
   * `GET /channels`. Scope: `channels:read`. Errors: `unauthorized`, `forbidden`.
   */
  listChannels: {
    input: undefined;
    data: Channel[];
  };
  /**
   * Upload one image.
   *
   * Accepts JPEG, PNG, WebP or GIF up to 10 MB. The type is detected from the file's bytes. Metadata is removed.
   *
   * `POST /media`. Scope: `media:write`. Errors: `invalid_request`, `unauthorized`, `forbidden`, `conflict`, `unavailable`, `quota_exceeded`.
   */
  uploadMedia: {
    input: { file: Blob };
    data: Media;
  };
  /**
   * Read your media storage usage.
   *
   * An image that no post and no draft uses is deleted a day after its upload and then uses no storage.
   *
   * `GET /media/usage`. Any key. Errors: `unauthorized`.
   */
  getMediaUsage: {
    input: undefined;
    data: MediaUsage;
  };
  /**
   * Set an image description.
   *
   * The description is for people who can't see the image. It is published with every unsent post that uses the image, so its length is limited by the strictest platform of those posts. Published posts keep the description they were published with. A new description raises the version of the unsent posts.
   *
   * `PATCH /media/{id}`. Scope: `media:write`. Errors: `invalid_request`, `unauthorized`, `forbidden`, `not_found`.
   */
  describeMedia: {
    input: {
      /** The id of the image. */
      id: string;
    } & MediaChange;
    data: {
      /** The id to list in `media` of a post. */
      id: string;
      /** The type of media. Always `image`. */
      type: string;
      /** The public URL of the stored image. */
      url: string;
      /** Width in pixels. */
      width?: number;
      /** Height in pixels. */
      height?: number;
      /** Size of the stored image in bytes. */
      size_bytes?: number;
      /** Media type of the stored image, such as `image/png`. */
      mime?: string;
      /** True for an animated image. */
      animated?: boolean;
      /** Description for people who can't see the image. Can be empty. */
      alt?: string;
      /** The unsent posts that use the image. Absent without one, and if the description stays as it was. */
      posts?: {
        /** The id of the post. */
        id: string;
        /** Its version now: one more than before. */
        version: number;
      }[];
    };
  };
  /**
   * List the platforms with their counting rules and limits.
   *
   * `GET /platforms`. Any key. Errors: `unauthorized`.
   */
  listPlatforms: {
    input: undefined;
    data: Platform[];
  };
  /**
   * Read what a link's page says about itself.
   *
   * For the card of a link, on platforms with `link_cards`. The service reads the page each time, up to 512 KB within 8 s. Publishing reads it again. Returns 400 with the reason if the page gives no card.
   *
   * `GET /link-preview`. Scope: `posts:write`. Errors: `invalid_request`, `unauthorized`, `forbidden`.
   */
  readLinkPreview: {
    input: {
      /** The link, with `http:` or `https:`. */
      url: string;
    };
    data: LinkPreview;
  };
  /**
   * Find accounts that a text can mention.
   *
   * Asks the public search of Bluesky, and of the servers of Mastodon channels, for accounts whose name or handle begins with `q`. Other platforms can't be asked. Answers are cached for five minutes. A server that doesn't answer is left out.
   *
   * `GET /mentions`. Scope: `channels:read`. Errors: `invalid_request`, `unauthorized`, `forbidden`.
   */
  listMentions: {
    input: {
      /** The beginning of a name or handle, without `@`. */
      q: string;
      /** Ids of the channels that the text is for. */
      channel?: string[];
    };
    data: MentionedAccount[];
  };
  /**
   * List the posts on a practice channel, newest first.
   *
   * Only the channel's organization can read it; others get 404. `published_urls` of posts on practice channels lead to pages that require sign-in.
   *
   * `GET /practice/{username}`. Scope: `channels:read`. Errors: `invalid_request`, `unauthorized`, `forbidden`, `not_found`.
   */
  getPracticeTimeline: {
    input: {
      /** The `username` of a practice channel, from `GET /channels`. */
      username: string;
    } & {
      /** The `next` value of the previous page. */
      before?: string;
      /** The id of an item: the page begins with its thread. */
      item?: string;
    };
    data: PracticeTimeline;
  };
  /**
   * List members ranked by approved points.
   *
   * Without parameters, returns all members ranked by all-time points. A leaderboard of a period or a channel contains only members with points there. Members with equal points are sorted by name. Level 1 starts at 0 points, level 2 at 50, level 3 at 150, level 4 at 300 and level 5 at 500; each further step is 50 points longer. An organization can set its own levels; `GET /leaderboard/me` states the rule.
   *
   * `GET /leaderboard`. Scope: `leaderboard:read`. Errors: `invalid_request`, `unauthorized`, `forbidden`.
   */
  getLeaderboard: {
    input: {
      /** `month` and `week` (from Monday) are the current ones in UTC. `range` requires `from` and `to`. */
      period?: "all" | "month" | "week" | "range";
      /** First UTC day of a `range`. */
      from?: string;
      /** Last UTC day of a `range`. */
      to?: string;
      /** Counts only points of posts on this channel. */
      channel?: string;
      /** Part of a member's name. */
      q?: string;
      /** The most results to return. */
      limit?: number;
      /** The number of results to skip, for the pages after the first. */
      offset?: number;
    } | undefined;
    data: LeaderboardEntry[];
  };
  /**
   * Read the caller's rank and the distance to the next ones.
   *
   * `GET /leaderboard/me`. Scope: `leaderboard:read`. Errors: `invalid_request`, `unauthorized`, `forbidden`.
   */
  getStanding: {
    input: {
      /** `month` and `week` (from Monday) are the current ones in UTC. `range` requires `from` and `to`. */
      period?: "all" | "month" | "week" | "range";
      /** First UTC day of a `range`. */
      from?: string;
      /** Last UTC day of a `range`. */
      to?: string;
      /** Counts only points of posts on this channel. */
      channel?: string;
    } | undefined;
    data: Standing;
  };
  /**
   * Publish, schedule or save a post as a draft.
   *
   * Returns one post per target channel. If any part of the request is invalid, nothing is created. To learn of possible mistakes first, send the same body to `POST /posts/check`, which creates nothing.
   *
   * `POST /posts`. Scope: `posts:write`. Errors: `invalid_request`, `unauthorized`, `forbidden`, `conflict`, `sending_paused`, `payload_too_large`, `quota_exceeded`.
   */
  createPosts: {
    input: NewPost;
    data: Post[];
  };
  /**
   * Check a create before making it.
   *
   * Takes the body of `POST /posts` and creates nothing. `problems` has what a create would refuse, by the same rules: without problems it is accepted. With `post_id` it has what an edit of that post, or of the posts of that submission, would refuse in text, images and threads. `warnings` has possible mistakes that don't prevent a create: the same text on the same channel within a day and another post on the channel within an hour, by any author. The images of `media_urls` are counted and not downloaded.
   *
   * `POST /posts/check`. Scope: `posts:write`. Errors: `invalid_request`, `unauthorized`, `forbidden`.
   */
  checkPosts: {
    input: CheckPosts;
    data: {
      /** What a create would refuse. Empty if it would be accepted. */
      problems: PostProblem[];
      /** Possible mistakes. Empty if there are none. */
      warnings: Warning[];
    };
  };
  /**
   * List your posts, newest first.
   *
   * `GET /posts`. Scope: `posts:read`. Errors: `invalid_request`, `unauthorized`, `forbidden`.
   */
  listPosts: {
    input: {
      /** Only posts in these statuses. `unconfirmed` selects the failed posts whose answer was lost. Default: all. */
      status?: ("draft" | "scheduled" | "publishing" | "published" | "failed" | "unconfirmed" | "canceled")[];
      /** The most results to return. */
      limit?: number;
      /** The number of results to skip, for the pages after the first. */
      offset?: number;
      /** Channel ids; repeatable. */
      channel?: string[];
      /** A membership id or `all`; for other members only administrators, and with `plan:read` their plan: what is scheduled, publishing or published on channels that you may use. Default: the caller. */
      member?: string;
      /** Words in the text. The last word can be incomplete. */
      q?: string;
      /** The time that `from` and `to` apply to. Default: `created`. */
      time?: "created" | "scheduled" | "published";
      /** At or after this time. */
      from?: string;
      /** Before this time. */
      to?: string;
      /** Only posts of this submission. */
      submission?: string;
      /** Only posts of this item of the inbox: its `key`. */
      problem?: string;
      /** `true` for posts deleted in the last 30 days. */
      deleted?: "true" | "false";
      /** Default: `created`. Posts without the selected time are last. */
      sort?: "created" | "scheduled" | "published";
      /** Default: `desc`. */
      order?: "desc" | "asc";
      /** `excerpt` returns at most the first 280 characters of each post. Default: `full`. */
      text?: "full" | "excerpt";
    } | undefined;
    data: Post[];
    pagination: Pagination;
  };
  /**
   * Read one post.
   *
   * `GET /posts/{id}`. Scope: `posts:read`. Errors: `unauthorized`, `forbidden`, `not_found`.
   */
  getPost: {
    input: {
      /** The id of the post. */
      id: string;
    };
    data: Post;
  };
  /**
   * Delete a post.
   *
   * A published post is removed from the history only and stays on its platform. Returns 409 while the post is `publishing`. Your own post, or with `posts:manage` anybody's in the organization: the author stays its author and is notified.
   *
   * `DELETE /posts/{id}`. Scope: `posts:write`. Errors: `unauthorized`, `forbidden`, `not_found`, `conflict`.
   */
  deletePost: {
    input: {
      /** The id of the post. */
      id: string;
    };
    data: {
      /** The id of the post. */
      id: string;
      /** True: it is deleted. */
      deleted: boolean;
    };
  };
  /**
   * Count posts by status.
   *
   * `GET /posts/counts`. Scope: `posts:read`. Errors: `invalid_request`, `unauthorized`, `forbidden`.
   */
  countPosts: {
    input: {
      /** Channel ids; repeatable. */
      channel?: string[];
      /** A membership id or `all`; for other members only administrators, and with `plan:read` their plan: what is scheduled, publishing or published on channels that you may use. Default: the caller. */
      member?: string;
      /** Words in the text. The last word can be incomplete. */
      q?: string;
      /** The time that `from` and `to` apply to. Default: `created`. */
      time?: "created" | "scheduled" | "published";
      /** At or after this time. */
      from?: string;
      /** Before this time. */
      to?: string;
      /** Only posts of this submission. */
      submission?: string;
      /** Only posts of this item of the inbox: its `key`. */
      problem?: string;
      /** `true` for posts deleted in the last 30 days. */
      deleted?: "true" | "false";
    } | undefined;
    data: PostCounts;
  };
  /**
   * Edit, reschedule or publish a post, or move it back to draft.
   *
   * Returns 409 if `version` is outdated or the post is being published or already published. In a thread that failed midway, the parts that are or may be live and the images can't be changed; trying to returns 409. The parts after them can be changed, added and removed. `publishing` then sends the missing parts. Your own post, or with `posts:manage` anybody's in the organization: the author stays its author and is notified.
   *
   * `PATCH /posts/{id}`. Scope: `posts:write`. Errors: `invalid_request`, `unauthorized`, `forbidden`, `not_found`, `conflict`, `sending_paused`.
   */
  changePost: {
    input: {
      /** The id of the post. */
      id: string;
    } & PostChange;
    data: Post;
  };
  /**
   * Retry a failed post.
   *
   * Continues with the first missing part. Published parts are not sent again. Your own post, or with `posts:manage` anybody's in the organization: the author stays its author and is notified.
   *
   * `POST /posts/{id}/retry`. Scope: `posts:write`. Errors: `invalid_request`, `unauthorized`, `forbidden`, `not_found`, `conflict`, `sending_paused`.
   */
  retryPost: {
    input: {
      /** The id of the post. */
      id: string;
    } & RetryPost;
    data: Post;
  };
  /**
   * Cancel a scheduled post.
   *
   * Your own post, or with `posts:manage` anybody's in the organization: the author stays its author and is notified.
   *
   * `POST /posts/{id}/cancel`. Scope: `posts:write`. Errors: `unauthorized`, `forbidden`, `not_found`, `conflict`.
   */
  cancelPost: {
    input: {
      /** The id of the post. */
      id: string;
    };
    data: Post;
  };
  /**
   * Restore a deleted post.
   *
   * Possible for 30 days after the deletion. A scheduled post whose time has passed or whose channel is disconnected is restored as a draft. Your own post, or with `posts:manage` anybody's in the organization: the author stays its author and is notified.
   *
   * `POST /posts/{id}/restore`. Scope: `posts:write`. Errors: `unauthorized`, `forbidden`, `not_found`, `conflict`.
   */
  restorePost: {
    input: {
      /** The id of the post. */
      id: string;
    };
    data: Post;
  };
  /**
   * Change many posts at once.
   *
   * Deletes, restores, cancels, retries, schedules, publishes or moves back to draft up to 1,000 posts, given by id or by a filter. Each post is changed or rejected independently; the response lists both. `undo` reverts the whole change. A filter selects your own posts unless it names a `member`, which requires `posts:manage`.
   *
   * `POST /posts/changes`. Scope: `posts:write`. Errors: `invalid_request`, `unauthorized`, `forbidden`.
   */
  changePosts: {
    input: BulkChange;
    data: BulkAnswer;
  };
  /**
   * Undo a bulk change.
   *
   * Returns each post to its previous state unless it was changed or published since. Only the member who made the change can undo it.
   *
   * `POST /posts/changes/{id}/undo`. Scope: `posts:write`. Errors: `unauthorized`, `forbidden`, `not_found`, `conflict`.
   */
  undoChange: {
    input: {
      /** The id of the change. */
      id: string;
    };
    data: BulkAnswer;
  };
  /**
   * List the events of a post, newest first.
   *
   * Returns the newest 1,000 events, each with its details and the member who caused it. The member is null for events of the service itself.
   *
   * `GET /posts/{id}/events`. Scope: `posts:read`. Errors: `unauthorized`, `forbidden`, `not_found`.
   */
  listPostEvents: {
    input: {
      /** The id of the post. */
      id: string;
    };
    data: EventOfPost[];
  };
  /**
   * Take a post or its published parts down from the platform.
   *
   * Available if the account allows it (`take_down` of the channel). Deletes the last part first. A published post stays in the history. A failed post with published parts becomes a draft again once no part is live. Your own post, or with `posts:manage` anybody's in the organization: the author stays its author and is notified.
   *
   * `POST /posts/{id}/take-down`. Scope: `posts:write`. Errors: `invalid_request`, `unauthorized`, `forbidden`, `not_found`, `conflict`, `unavailable`.
   */
  takeDownPost: {
    input: {
      /** The id of the post. */
      id: string;
    } & TakeDown;
    data: Post;
  };
  /**
   * Export posts by a filter.
   *
   * Streams CSV (RFC 4180, UTF-8 with a byte-order mark, for Excel) or a JSON array, newest first.
   *
   * `GET /posts/export`. Scope: `posts:read`. Errors: `invalid_request`, `unauthorized`, `forbidden`.
   */
  exportPosts: {
    input: {
      /** The form of the export. Default: "csv". */
      format?: "csv" | "json";
      /** Only posts in these statuses. `unconfirmed` selects the failed posts whose answer was lost. Default: all. */
      status?: ("draft" | "scheduled" | "publishing" | "published" | "failed" | "unconfirmed" | "canceled")[];
      /** Channel ids; repeatable. */
      channel?: string[];
      /** A membership id or `all`; for other members only administrators, and with `plan:read` their plan: what is scheduled, publishing or published on channels that you may use. Default: the caller. */
      member?: string;
      /** Words in the text. The last word can be incomplete. */
      q?: string;
      /** The time that `from` and `to` apply to. Default: `created`. */
      time?: "created" | "scheduled" | "published";
      /** At or after this time. */
      from?: string;
      /** Before this time. */
      to?: string;
      /** Only posts of this submission. */
      submission?: string;
      /** Only posts of this item of the inbox: its `key`. */
      problem?: string;
      /** `true` for posts deleted in the last 30 days. */
      deleted?: "true" | "false";
    } | undefined;
    data: Response;
  };
  /**
   * List your submissions, newest first.
   *
   * A submission matches when one of its posts does, and has all of its posts. Texts are excerpts of 280 characters. A post that was reassigned to another member is a submission of that member.
   *
   * `GET /submissions`. Scope: `posts:read`. Errors: `invalid_request`, `unauthorized`, `forbidden`.
   */
  listSubmissions: {
    input: {
      /** Only posts in these statuses. `unconfirmed` selects the failed posts whose answer was lost. Default: all. */
      status?: ("draft" | "scheduled" | "publishing" | "published" | "failed" | "unconfirmed" | "canceled")[];
      /** The most results to return. */
      limit?: number;
      /** The number of results to skip, for the pages after the first. */
      offset?: number;
      /** Channel ids; repeatable. */
      channel?: string[];
      /** A membership id or `all`; for other members only administrators, and with `plan:read` their plan: what is scheduled, publishing or published on channels that you may use. Default: the caller. */
      member?: string;
      /** Words in the text. The last word can be incomplete. */
      q?: string;
      /** The time that `from` and `to` apply to. Default: `created`. */
      time?: "created" | "scheduled" | "published";
      /** At or after this time. */
      from?: string;
      /** Before this time. */
      to?: string;
      /** Only posts of this submission. */
      submission?: string;
      /** Only posts of this item of the inbox: its `key`. */
      problem?: string;
      /** `true` for posts deleted in the last 30 days. */
      deleted?: "true" | "false";
      /** Default: `created`. Posts without the selected time are last. */
      sort?: "created" | "scheduled" | "published";
      /** Default: `desc`. */
      order?: "desc" | "asc";
    } | undefined;
    data: Submission[];
    pagination: Pagination;
  };
  /**
   * Count submissions by the statuses of their posts.
   *
   * `GET /submissions/counts`. Scope: `posts:read`. Errors: `invalid_request`, `unauthorized`, `forbidden`.
   */
  countSubmissions: {
    input: {
      /** Channel ids; repeatable. */
      channel?: string[];
      /** A membership id or `all`; for other members only administrators, and with `plan:read` their plan: what is scheduled, publishing or published on channels that you may use. Default: the caller. */
      member?: string;
      /** Words in the text. The last word can be incomplete. */
      q?: string;
      /** The time that `from` and `to` apply to. Default: `created`. */
      time?: "created" | "scheduled" | "published";
      /** At or after this time. */
      from?: string;
      /** Before this time. */
      to?: string;
      /** Only posts of this submission. */
      submission?: string;
      /** Only posts of this item of the inbox: its `key`. */
      problem?: string;
      /** `true` for posts deleted in the last 30 days. */
      deleted?: "true" | "false";
    } | undefined;
    data: SubmissionCounts;
  };
  /**
   * Read the posts of one submission.
   *
   * A submission is one text for several channels, with a post for each. `POST /posts` creates it.
   *
   * `GET /submissions/{id}`. Scope: `posts:read`. Errors: `unauthorized`, `forbidden`, `not_found`.
   */
  getSubmission: {
    input: {
      /** The id of the submission. */
      id: string;
    };
    data: Submission;
  };
  /**
   * Edit the posts of one submission together, and add or remove channels.
   *
   * Changes the text, images, time, points and status of the listed posts, like `PATCH /posts/{id}` of each. A post can have a text and images of its own. `add` and `remove` change its channels. Returns 409 if one of the versions is outdated, or if a listed post is being published or already published. Either every post changes or none does: the error names the channel that refuses. With `posts` the change touches these posts only. Your own posts, or with `posts:manage` anybody's in the organization: the author stays their author and is notified.
   *
   * `PATCH /submissions/{id}`. Scope: `posts:write`. Errors: `invalid_request`, `unauthorized`, `forbidden`, `not_found`, `conflict`, `sending_paused`.
   */
  changeSubmission: {
    input: {
      /** The id of the submission. */
      id: string;
    } & SubmissionChange;
    data: ChangedSubmission;
  };
  /**
   * Delete all posts of one submission.
   *
   * Published posts are removed from the history only and stay on their platforms. Returns 409 while one of them is `publishing`. Either every post changes or none does: the error names the channel that refuses. With `posts` the change touches these posts only. Your own posts, or with `posts:manage` anybody's in the organization: the author stays their author and is notified.
   *
   * `DELETE /submissions/{id}`. Scope: `posts:write`. Errors: `unauthorized`, `forbidden`, `not_found`, `conflict`.
   */
  deleteSubmission: {
    input: {
      /** The id of the submission. */
      id: string;
    };
    data: {
      /** The id of the submission. */
      id: string;
      /** True: it is deleted. */
      deleted: boolean;
    };
  };
  /**
   * Reschedule, publish, cancel, retry, delete or restore the posts of one submission together.
   *
   * `undo` reverts the whole change, see `POST /posts/changes/{id}/undo`. `refused` is always empty. Either every post changes or none does: the error names the channel that refuses. With `posts` the change touches these posts only. Your own posts, or with `posts:manage` anybody's in the organization: the author stays their author and is notified.
   *
   * `POST /submissions/{id}/changes`. Scope: `posts:write`. Errors: `invalid_request`, `unauthorized`, `forbidden`, `not_found`, `conflict`, `sending_paused`.
   */
  applySubmissionAction: {
    input: {
      /** The id of the submission. */
      id: string;
    } & SubmissionAction;
    data: BulkAnswer;
  };
  /**
   * List your drafts or templates, most recently changed first.
   *
   * `GET /drafts`. Scope: `posts:read`. Errors: `invalid_request`, `unauthorized`, `forbidden`.
   */
  listDrafts: {
    input: {
      /** Drafts or templates. Default: "draft". */
      kind?: "draft" | "template";
      /** Words that the draft or its name must contain. */
      q?: string;
      /** `true` also lists your posts with status `draft`, each submission as one entry. */
      with_posts?: "true" | "false";
      /** `true` lists only drafts that edit a post. */
      edits?: "true" | "false";
      /** `true` also lists shared templates of other members. */
      with_shared?: "true" | "false";
      /** The most results to return. */
      limit?: number;
      /** The number of results to skip, for the pages after the first. */
      offset?: number;
    } | undefined;
    data: DraftSummary[];
    pagination: Pagination;
  };
  /**
   * Read one draft, or a shared template.
   *
   * `GET /drafts/{id}`. Scope: `posts:read`. Errors: `unauthorized`, `forbidden`, `not_found`.
   */
  getDraft: {
    input: {
      /** The id of the draft. */
      id: string;
    };
    data: WorkingDraft;
  };
  /**
   * Save a draft under an id you choose.
   *
   * The id is a UUID that the client generates. `version` 0 creates the draft. If the draft was changed, deleted or sent elsewhere, returns 409 and overwrites nothing; read the draft to see its current state. A member has at most 500 drafts and templates together.
   *
   * `PUT /drafts/{id}`. Scope: `posts:write`. Errors: `invalid_request`, `unauthorized`, `forbidden`, `not_found`, `conflict`, `payload_too_large`.
   */
  saveDraft: {
    input: {
      /** The id of the draft. */
      id: string;
    } & SaveDraft;
    data: DraftSummary;
  };
  /**
   * Name a draft, or share a template.
   *
   * The name is for lists and is never published. It does not change the version. Everyone in the organization sees a shared template; only its author and, with `posts:manage`, administrators change or delete it.
   *
   * `PATCH /drafts/{id}`. Scope: `posts:write`. Errors: `invalid_request`, `unauthorized`, `forbidden`, `not_found`, `conflict`.
   */
  renameDraft: {
    input: {
      /** The id of the draft. */
      id: string;
    } & RenameDraft;
    data: DraftSummary;
  };
  /**
   * Delete or restore several drafts.
   *
   * All or none is not promised: a draft that is gone, or that became posts, is left out of the answer. Deleted drafts can be restored for 30 days.
   *
   * `POST /drafts/changes`. Scope: `posts:write`. Errors: `invalid_request`, `unauthorized`, `forbidden`.
   */
  changeDrafts: {
    input: ChangeDrafts;
    data: {
      /** The drafts that changed. */
      ids: string[];
    };
  };
  /**
   * Delete a draft.
   *
   * The draft can be restored for 30 days.
   *
   * `DELETE /drafts/{id}`. Scope: `posts:write`. Errors: `unauthorized`, `forbidden`, `not_found`.
   */
  deleteDraft: {
    input: {
      /** The id of the draft. */
      id: string;
    };
    data: {
      /** The id of the draft. */
      id: string;
      /** True: it is deleted. */
      deleted: boolean;
    };
  };
  /**
   * Restore a deleted draft.
   *
   * A draft that became posts can't be restored.
   *
   * `POST /drafts/{id}/restore`. Scope: `posts:write`. Errors: `invalid_request`, `unauthorized`, `forbidden`, `not_found`, `conflict`.
   */
  restoreDraft: {
    input: {
      /** The id of the draft. */
      id: string;
    };
    data: DraftSummary;
  };
  /**
   * List the posts and notes in a time range.
   *
   * `GET /calendar`. Scope: `posts:read`. Errors: `invalid_request`, `unauthorized`, `forbidden`.
   */
  getCalendar: {
    input: {
      /** At or after this time. */
      from: string;
      /** Before this time, at most 100 days after `from`. */
      to: string;
      /** Only posts in these statuses. `unconfirmed` selects the failed posts whose answer was lost. Default: all. */
      status?: ("draft" | "scheduled" | "publishing" | "published" | "failed" | "unconfirmed" | "canceled")[];
      /** Channel ids; repeatable. */
      channel?: string[];
      /** A membership id or `all`; for other members only administrators, and with `plan:read` their plan: what is scheduled, publishing or published on channels that you may use. Default: the caller. */
      member?: string;
      /** Words in the text. The last word can be incomplete. */
      q?: string;
    };
    data: CalendarRange;
  };
  /**
   * Pin a note to a day.
   *
   * `POST /notes`. Scope: `posts:write`. Errors: `invalid_request`, `unauthorized`, `forbidden`.
   */
  createNote: {
    input: {
      /** A calendar day, such as 2027-01-14. */
      day: string;
      /** The text of the note. */
      text: string;
    };
    data: Note;
  };
  /**
   * Change a note.
   *
   * Only the note's author or an administrator can do this.
   *
   * `PATCH /notes/{id}`. Scope: `posts:write`. Errors: `invalid_request`, `unauthorized`, `forbidden`, `not_found`.
   */
  changeNote: {
    input: {
      /** The id of the note. */
      id: string;
    } & {
      /** A calendar day, such as 2027-01-14. */
      day?: string;
      /** The text of the note. */
      text?: string;
    };
    data: Note;
  };
  /**
   * Delete a note.
   *
   * Only the note's author or an administrator can do this.
   *
   * `DELETE /notes/{id}`. Scope: `posts:write`. Errors: `unauthorized`, `forbidden`, `not_found`.
   */
  deleteNote: {
    input: {
      /** The id of the note. */
      id: string;
    };
    data: {
      /** The id of the note. */
      id: string;
      /** True: it is deleted. */
      deleted: boolean;
    };
  };
  /**
   * Read the state of the private iCalendar feed.
   *
   * `GET /calendar/feed`. Scope: `posts:read`. Errors: `unauthorized`, `forbidden`.
   */
  getFeed: {
    input: undefined;
    data: {
      /** True if the feed exists. */
      active: boolean;
      /** Time at which its address was created. Null without a feed. */
      created_at: string | null;
      /** Time at which it was last read. Null if it never was. */
      last_read_at: string | null;
    };
  };
  /**
   * Create the private iCalendar feed.
   *
   * Returns the feed's address, which is shown once. A previous address stops working. The feed works until it is revoked, so a key with an expiry or address limits can't create one.
   *
   * `POST /calendar/feed`. Scope: `posts:read`. Errors: `unauthorized`, `forbidden`.
   */
  createFeed: {
    input: undefined;
    data: {
      /** The private address of the feed. It is shown once. */
      url: string;
    };
  };
  /**
   * Revoke the private iCalendar feed.
   *
   * `DELETE /calendar/feed`. Scope: `posts:read`. Errors: `unauthorized`, `forbidden`.
   */
  revokeFeed: {
    input: undefined;
    data: {
      /** True: the address no longer works. */
      revoked: boolean;
    };
  };
  /**
   * Find the next free posting slot.
   *
   * Returns the first of your weekly slots and the team's at which none of these channels has a post of the organization.
   *
   * `GET /slots/next`. Scope: `posts:read`. Errors: `invalid_request`, `unauthorized`, `forbidden`.
   */
  getNextSlot: {
    input: {
      /** Channel ids; repeatable. */
      channel?: string[];
      /** Only slots after this time. Default: now. */
      after?: string;
      /** IANA time zone of your slots if your settings have none. Default: UTC. */
      zone?: string;
    } | undefined;
    data: {
      /** Null if none of the slots for these channels is free within two years. */
      at: string | null;
      /** The number of your slots and the team's for these channels. */
      slots: number;
    };
  };
  /**
   * List the organization's claims, oldest first.
   *
   * `GET /claims`. Scope: `claims:review`. Errors: `invalid_request`, `unauthorized`, `forbidden`.
   */
  listClaims: {
    input: {
      /** Only claims in these states. Default: all. */
      state?: "pending" | "approved" | "rejected" | ("pending" | "approved" | "rejected")[];
      /** Only claims of this member, by membership id. */
      member?: string;
      /** Only claims of posts on this channel, by id. */
      channel?: string;
      /** Minimum points claimed. */
      min?: number;
      /** Maximum points claimed. */
      max?: number;
      /** Only claims of posts published before this time. */
      published_before?: string;
      /** Only claims of posts published at or after this time. */
      published_after?: string;
      /** True for claims with an appeal, false for claims without one. Default: both. */
      appealed?: "true" | "false";
      /** Words in the claim's text. */
      q?: string;
      /** True to also return the other channels of each text: its claims in these states that the filter or the end of the page leaves out. A page may then be longer than `limit`. Default: false. */
      whole_texts?: "true" | "false";
      /** Order by time of publication. Default: `oldest`. */
      order?: "oldest" | "newest";
      /** The most results to return. */
      limit?: number;
      /** The number of results to skip, for the pages after the first. */
      offset?: number;
    } | undefined;
    data: Claim[];
    pagination: Pagination;
  };
  /**
   * Count pending, approved and rejected claims.
   *
   * `GET /claims/counts`. Scope: `claims:review`. Errors: `unauthorized`, `forbidden`.
   */
  countClaims: {
    input: undefined;
    data: ClaimCounts;
  };
  /**
   * Read a claim with its evidence.
   *
   * `GET /claims/{id}`. Scope: `claims:review`. Errors: `unauthorized`, `forbidden`, `not_found`.
   */
  getClaim: {
    input: {
      /** The id of the claim. */
      id: string;
    };
    data: ClaimEvidence;
  };
  /**
   * Show other reviewers for 30 seconds that you are viewing a claim.
   *
   * `POST /claims/{id}/view`. Scope: `claims:review`. Errors: `unauthorized`, `forbidden`, `not_found`.
   */
  viewClaim: {
    input: {
      /** The id of the claim. */
      id: string;
    };
    data: {
      /** Another reviewer who is viewing the claim. */
      viewer: {
        /** The membership id. */
        id: string;
        /** The member's name. */
        name: string;
      } | null;
    };
  };
  /**
   * Approve, adjust or reject one claim.
   *
   * Returns 409 if the claim was decided or changed since you read it. The message says by whom and how.
   *
   * `POST /claims/{id}/decision`. Scope: `claims:review`. Errors: `invalid_request`, `unauthorized`, `forbidden`, `not_found`, `conflict`.
   */
  decideClaim: {
    input: {
      /** The id of the claim. */
      id: string;
    } & {
      /** The version of the claim that you read. Any other version returns 409. */
      version: number;
      /** The decision. */
      action: "approve" | "reject";
      /** For `approve`: an amount other than the claimed one. */
      points?: number;
      /** Required for `reject`. */
      reason?: string;
    };
    data: {
      /** The id of the decision, for reversing it. */
      decision_id: string;
      /** The claim as it is now. */
      claim: Claim;
    };
  };
  /**
   * Decide up to 500 claims, each independently.
   *
   * `POST /claims/decisions`. Scope: `claims:review`. Errors: `invalid_request`, `unauthorized`, `forbidden`, `conflict`.
   */
  decideClaims: {
    input: {
      /** The decisions, one per claim. Each is accepted or rejected independently. */
      decisions: Decision[];
    };
    data: DecisionAnswer;
  };
  /**
   * Reverse a decision with compensating ledger entries.
   *
   * The claims of the decision are pending again. Claims that were reversed before are not changed.
   *
   * `POST /claims/decisions/{id}/reverse`. Scope: `claims:review`. Errors: `invalid_request`, `unauthorized`, `forbidden`, `not_found`, `conflict`.
   */
  reverseDecision: {
    input: {
      /** The id of the decision. */
      id: string;
    } & {
      /** Why the decision is reversed. */
      reason?: string;
      /** The claims of the decision to reverse. If omitted, all of them. */
      claims?: string[];
    };
    data: DecisionAnswer;
  };
  /**
   * Preview the leaderboard after approving these claims.
   *
   * Returns the rows that change: the members who gain points, and two members above and below each new rank. Ranks count all members. Nothing is stored.
   *
   * `POST /claims/simulation`. Scope: `claims:review`. Errors: `invalid_request`, `unauthorized`, `forbidden`, `conflict`.
   */
  simulateDecisions: {
    input: {
      /** The claims to approve in the preview. */
      claims: {
        /** The id of the claim. */
        id: string;
        /** An amount other than the claimed one. */
        points?: number;
      }[];
    };
    data: ShadowBoard;
  };
  /**
   * Give a member points without a claim.
   *
   * `POST /awards`. Scope: `claims:review`. Errors: `invalid_request`, `unauthorized`, `forbidden`, `not_found`, `conflict`.
   */
  awardPoints: {
    input: {
      /** The membership id of the member who gets the points. */
      member: string;
      /** The points to give. */
      points: number;
      /** Why; the member reads it. */
      reason: string;
    };
    data: LedgerLine;
  };
  /**
   * List the points ledger, newest first.
   *
   * `GET /ledger`. Scope: `claims:review`. Errors: `invalid_request`, `unauthorized`, `forbidden`.
   */
  listLedger: {
    input: {
      /** Only entries of this member's points, by membership id. */
      member?: string;
      /** Only entries that this member caused, by membership id. */
      by?: string;
      /** Only entries of these kinds. Default: all. */
      kind?: "claim" | "change" | "approval" | "adjustment" | "rejection" | "appeal" | "reversal" | "award" | "lapse" | ("claim" | "change" | "approval" | "adjustment" | "rejection" | "appeal" | "reversal" | "award" | "lapse")[];
      /** At or after this time. */
      from?: string;
      /** Before this time. */
      to?: string;
      /** The most results to return. */
      limit?: number;
      /** The number of results to skip, for the pages after the first. */
      offset?: number;
    } | undefined;
    data: LedgerLine[];
    pagination: Pagination;
  };
  /**
   * List the entries of your own points, newest first.
   *
   * Each entry names the post, the decision, the reviewer and the reason; awards without a claim are included. The sum of `points` over all entries is your total.
   *
   * `GET /me/points`. Scope: `posts:read`. Errors: `invalid_request`, `unauthorized`, `forbidden`.
   */
  listOwnPoints: {
    input: {
      /** Only entries of these kinds. Default: all. */
      kind?: "claim" | "change" | "approval" | "adjustment" | "rejection" | "appeal" | "reversal" | "award" | "lapse" | ("claim" | "change" | "approval" | "adjustment" | "rejection" | "appeal" | "reversal" | "award" | "lapse")[];
      /** The most results to return. */
      limit?: number;
      /** The number of results to skip, for the pages after the first. */
      offset?: number;
    } | undefined;
    data: LedgerLine[];
    pagination: Pagination;
  };
  /**
   * Export the points ledger as CSV.
   *
   * `GET /ledger/export`. Scope: `claims:review`. Errors: `invalid_request`, `unauthorized`, `forbidden`.
   */
  exportLedger: {
    input: {
      /** Only entries of this member's points, by membership id. */
      member?: string;
      /** Only entries that this member caused, by membership id. */
      by?: string;
      /** Only entries of these kinds. Default: all. */
      kind?: "claim" | "change" | "approval" | "adjustment" | "rejection" | "appeal" | "reversal" | "award" | "lapse" | ("claim" | "change" | "approval" | "adjustment" | "rejection" | "appeal" | "reversal" | "award" | "lapse")[];
      /** At or after this time. */
      from?: string;
      /** Before this time. */
      to?: string;
    } | undefined;
    data: Response;
  };
  /**
   * Read the last recount of all totals.
   *
   * `GET /ledger/check`. Scope: `claims:review`. Errors: `unauthorized`, `forbidden`.
   */
  getLedgerCheck: {
    input: undefined;
    data: LedgerCheck | null;
  };
  /**
   * Recount all totals now.
   *
   * `POST /ledger/check`. Scope: `claims:review`. Errors: `unauthorized`, `forbidden`, `conflict`.
   */
  checkLedger: {
    input: undefined;
    data: LedgerCheck;
  };
  /**
   * Read a post's claim with its decision and history.
   *
   * `GET /posts/{id}/claim`. Scope: `posts:read`. Errors: `unauthorized`, `forbidden`, `not_found`.
   */
  getPostClaim: {
    input: {
      /** The id of the post. */
      id: string;
    };
    data: OwnClaim;
  };
  /**
   * Change the points of an undecided claim.
   *
   * `PATCH /posts/{id}/claim`. Scope: `posts:write`. Errors: `invalid_request`, `unauthorized`, `forbidden`, `not_found`, `conflict`.
   */
  changeClaim: {
    input: {
      /** The id of the post. */
      id: string;
    } & {
      /** The new number of points claimed. */
      points: number;
      /** The version of the claim, once it is pending. */
      version?: number;
    };
    data: OwnClaim;
  };
  /**
   * Appeal a rejection once.
   *
   * `POST /posts/{id}/claim/appeal`. Scope: `posts:write`. Errors: `invalid_request`, `unauthorized`, `forbidden`, `not_found`, `conflict`.
   */
  appealClaim: {
    input: {
      /** The id of the post. */
      id: string;
    } & {
      /** Why the decision should change. */
      text: string;
    };
    data: OwnClaim;
  };
  /**
   * Read your settings.
   *
   * `GET /me/settings`. Any key. Errors: `unauthorized`.
   */
  getSettings: {
    input: undefined;
    data: Settings;
  };
  /**
   * Change your settings.
   *
   * Only the given fields change.
   *
   * `PATCH /me/settings`. Scope: `posts:write`. Errors: `invalid_request`, `unauthorized`, `forbidden`.
   */
  changeSettings: {
    input: SettingsChange | undefined;
    data: Settings;
  };
  /**
   * List what needs your attention by cause, newest first.
   *
   * With `member=all` an administrator lists the failed posts of all members, and what holds posts. What nobody resolved or snoozed is `open`.
   *
   * `GET /inbox`. Scope: `posts:read`. Errors: `invalid_request`, `unauthorized`, `forbidden`.
   */
  listInbox: {
    input: {
      /** Only items in this state. Default: "open". */
      state?: "open" | "snoozed" | "done";
      /** The failed posts of all members. For administrators. */
      member?: "all";
    } | undefined;
    data: InboxItem[];
  };
  /**
   * Count open and unread items.
   *
   * `GET /inbox/counts`. Scope: `posts:read`. Errors: `unauthorized`, `forbidden`.
   */
  countInbox: {
    input: undefined;
    data: {
      /** Items that are not done. */
      open: number;
      /** Open items with something new. */
      unread: number;
    };
  };
  /**
   * Mark items as read, unread, done or open again.
   *
   * `POST /inbox/marks`. Scope: `posts:write`. Errors: `invalid_request`, `unauthorized`, `forbidden`.
   */
  markInbox: {
    input: {
      /** The `key` of each item. */
      keys: string[];
      /** The mark to set. */
      mark: "read" | "unread" | "done" | "open";
      /** For `open`: reopens only the items that were marked as done at this time. Use it to undo a mark. */
      at?: string;
    };
    data: {
      /** The number of items that changed. */
      marked: number;
      /** For `done`: pass this time with `open` to undo the mark. */
      at: string;
    };
  };
  /**
   * Assign the failed posts of one cause to a member.
   *
   * Other administrators see who looks after it, and the member is notified. Administrators and the authors of the posts can be assigned.
   *
   * `POST /inbox/assignments`. Scope: `posts:manage`. Errors: `invalid_request`, `unauthorized`, `forbidden`, `not_found`, `conflict`.
   */
  assignInboxItem: {
    input: {
      /** The `key` of an item of `post_failed`. */
      key: string;
      /** The member's id. Null to assign nobody. */
      member_id: string | null;
      /** The assigned member as far as you know, null for nobody. Another answer is a `conflict`. */
      expected_member_id?: string | null;
    };
    data: {
      /** The `key` of the item. */
      key: string;
      /** Who looks after it now. */
      assignee: {
        /** The id of the membership. */
        id: string;
        /** Their name. */
        name: string;
        /** The name of the administrator who assigned it. */
        by: string;
        /** Time at which it was assigned. */
        at: string;
      } | null;
    };
  };
  /**
   * Hide items from your inbox until a time, or until they change.
   *
   * `POST /inbox/snoozes`. Scope: `posts:write`. Errors: `invalid_request`, `unauthorized`, `forbidden`.
   */
  snoozeInbox: {
    input: {
      /** The `key` of each item. */
      keys: string[];
      /** A time within a year. Null shows the items again. */
      until: string | null;
    };
    data: {
      /** The number of items that changed. */
      changed: number;
    };
  };
  /**
   * Read the public key for web push and whether the server sends e-mail.
   *
   * `GET /push/key`. Any key. Errors: `unauthorized`.
   */
  getPushKey: {
    input: undefined;
    data: {
      /** The `applicationServerKey` for a push subscription, in base64url. */
      public_key: string;
      /** True if this server sends e-mail. */
      mail: boolean;
    };
  };
  /**
   * Subscribe a browser to notifications.
   *
   * `POST /push/subscriptions`. Scope: `posts:read`. Errors: `invalid_request`, `unauthorized`, `forbidden`.
   */
  subscribePush: {
    input: {
      /** The `endpoint` of the browser's push subscription. */
      endpoint: string;
      /** The `keys` of the browser's push subscription. */
      keys: {
        /** The subscription's public key, in base64url. */
        p256dh: string;
        /** The subscription's secret, in base64url. */
        auth: string;
      };
    };
    data: {
      /** The id for unsubscribing. */
      id: string;
    };
  };
  /**
   * Unsubscribe a browser from notifications.
   *
   * `DELETE /push/subscriptions/{id}`. Scope: `posts:read`. Errors: `unauthorized`, `forbidden`, `not_found`.
   */
  unsubscribePush: {
    input: {
      /** The id of the subscription. */
      id: string;
    };
    data: {
      /** The id of the subscription. */
      id: string;
      /** True: it is deleted. */
      deleted: boolean;
    };
  };
  /**
   * Send yourself a test notification.
   *
   * `POST /notices/test`. Scope: `posts:write`. Errors: `invalid_request`, `unauthorized`, `forbidden`.
   */
  testNotice: {
    input: {
      /** The channel to send it through. */
      way: "email" | "push";
    };
    data: {
      /** True if it was sent. */
      sent: boolean;
      /** A sentence that says why it was not sent. Null if it was. */
      why: string | null;
    };
  };
  /**
   * List the organization's webhooks.
   *
   * `GET /webhooks`. Scope: `members:manage`. Errors: `unauthorized`, `forbidden`.
   */
  listWebhooks: {
    input: undefined;
    data: Webhook[];
  };
  /**
   * Add a webhook.
   *
   * An organization has at most 20 webhooks. Private addresses and plain http are rejected unless the server's OUTBOUND_ALLOW names them.
   *
   * `POST /webhooks`. Scope: `members:manage`. Errors: `invalid_request`, `unauthorized`, `forbidden`.
   */
  createWebhook: {
    input: {
      /** An address starting with https://. */
      url: string;
      /** The events to receive. `test` is sent on request only. */
      events: ("post.published" | "post.failed" | "post.held" | "post.deleted" | "claim.decided" | "channel.ending" | "channel.reconnect" | "sending.paused" | "sending.resumed" | "test")[];
    };
    data: {
      /** The id of the webhook. */
      id: string;
      /** The address that receives the events. */
      url: string;
      /** The events that it receives. */
      events: string[];
      /** False if it receives nothing. */
      enabled: boolean;
      /** Why the service disabled the webhook. */
      off_reason: string | null;
      /** Time at which it was added. */
      created_at: string;
      /** The most recent completed attempt. */
      last_delivery: {
        /** Time at which the attempt ended. */
        at: string;
        /** True if the receiver answered with a 2xx. */
        ok: boolean;
        /** The HTTP status of the response. Null without one. */
        status: number | null;
        /** A sentence that says why it failed. Null if it did not. */
        error: string | null;
      } | null;
      /** Both secrets sign until this time after a rotation. */
      former_secret_until: string | null;
      /** `whsec_…`. It is shown once. */
      secret: string;
    };
  };
  /**
   * Change, enable or disable a webhook.
   *
   * A disabled webhook receives nothing. Waiting deliveries fail, and events that happen while it is disabled are not stored for it.
   *
   * `PATCH /webhooks/{id}`. Scope: `members:manage`. Errors: `invalid_request`, `unauthorized`, `forbidden`, `not_found`.
   */
  changeWebhook: {
    input: {
      /** The id of the webhook. */
      id: string;
    } & {
      /** An address starting with https://. */
      url?: string;
      /** The events to receive. `test` is sent on request only. */
      events?: ("post.published" | "post.failed" | "post.held" | "post.deleted" | "claim.decided" | "channel.ending" | "channel.reconnect" | "sending.paused" | "sending.resumed" | "test")[];
      /** False disables the webhook. */
      enabled?: boolean;
    };
    data: Webhook;
  };
  /**
   * Delete a webhook.
   *
   * `DELETE /webhooks/{id}`. Scope: `members:manage`. Errors: `unauthorized`, `forbidden`, `not_found`.
   */
  deleteWebhook: {
    input: {
      /** The id of the webhook. */
      id: string;
    };
    data: {
      /** The id of the webhook. */
      id: string;
      /** True: it is deleted. */
      deleted: boolean;
    };
  };
  /**
   * Rotate a webhook's secret.
   *
   * Returns a new secret. Both secrets sign for 24 h.
   *
   * `POST /webhooks/{id}/rotate`. Scope: `members:manage`. Errors: `unauthorized`, `forbidden`, `not_found`.
   */
  rotateWebhook: {
    input: {
      /** The id of the webhook. */
      id: string;
    };
    data: {
      /** The id of the webhook. */
      id: string;
      /** The address that receives the events. */
      url: string;
      /** The events that it receives. */
      events: string[];
      /** False if it receives nothing. */
      enabled: boolean;
      /** Why the service disabled the webhook. */
      off_reason: string | null;
      /** Time at which it was added. */
      created_at: string;
      /** The most recent completed attempt. */
      last_delivery: {
        /** Time at which the attempt ended. */
        at: string;
        /** True if the receiver answered with a 2xx. */
        ok: boolean;
        /** The HTTP status of the response. Null without one. */
        status: number | null;
        /** A sentence that says why it failed. Null if it did not. */
        error: string | null;
      } | null;
      /** Both secrets sign until this time after a rotation. */
      former_secret_until: string | null;
      /** `whsec_…`. It is shown once. */
      secret: string;
    };
  };
  /**
   * Send a test event.
   *
   * Sends the event once, at once, whether the webhook is enabled or not. Returns the message before it is sent; list the deliveries to see the result.
   *
   * `POST /webhooks/{id}/test`. Scope: `members:manage`. Errors: `unauthorized`, `forbidden`, `not_found`.
   */
  testWebhook: {
    input: {
      /** The id of the webhook. */
      id: string;
    };
    data: WebhookDelivery;
  };
  /**
   * List the last 100 deliveries of a webhook, newest first.
   *
   * `GET /webhooks/{id}/deliveries`. Scope: `members:manage`. Errors: `unauthorized`, `forbidden`, `not_found`.
   */
  listWebhookDeliveries: {
    input: {
      /** The id of the webhook. */
      id: string;
    };
    data: WebhookDelivery[];
  };
  /**
   * Resend a delivery.
   *
   * Resends the delivery with the same id and body. For a waiting delivery, makes the next attempt at once.
   *
   * `POST /webhooks/{id}/deliveries/{delivery}/resend`. Scope: `members:manage`. Errors: `unauthorized`, `forbidden`, `not_found`.
   */
  resendWebhookDelivery: {
    input: {
      /** The id of the webhook. */
      id: string;
      /** The id of the delivery. */
      delivery: string;
    };
    data: WebhookDelivery;
  };
  /**
   * Stream changes as they happen.
   *
   * Streams server-sent events: `event: change` with a LiveEvent as `data`, and `event: beat` every 15 s. A connection without beats is lost. Events cover the member's own posts and inbox, decided points, notes on days and channels. Administrators get events about all posts of the organization. The stream ends when the key is revoked. After an interruption, read everything again.
   *
   * `GET /events`. Scope: `posts:read`. Errors: `invalid_request`, `unauthorized`, `forbidden`, `conflict`, `unavailable`.
   */
  openEvents: {
    input: {
      /** When you last read everything, by the service's clock. If something may have changed since then, the first event is `many`. */
      since?: string;
    } | undefined;
    data: Response;
  };
  /**
   * Read the organization with its member count and settings.
   *
   * `GET /organization`. Any key. Errors: `unauthorized`.
   */
  getOrganization: {
    input: undefined;
    data: Organization;
  };
  /**
   * Rename the organization or change its settings.
   *
   * For administrators. Only owners who have a second factor and signed in with their account can change `require_two_step`; an API key can't. Only the given fields change. The starts of levels must increase.
   *
   * `PATCH /organization`. Scope: `members:manage`. Errors: `invalid_request`, `unauthorized`, `forbidden`, `conflict`.
   */
  changeOrganization: {
    input: {
      /** One line of 1 to 100 characters. */
      name?: string;
      /** The settings to change. Omitted ones stay. */
      settings?: {
        /** Hides the author and the URLs of a post from administrators until its claim is decided, wherever posts are listed. Webhooks include both. */
        blind_review?: boolean;
        /** Allows the only administrator to decide their own claims. The ledger marks each of these decisions. */
        self_review?: boolean;
        /** Lets members see each other's scheduled and published posts on channels that they may use. */
        shared_plan?: boolean;
        /** Limits sessions of administrators and owners to the member role until they prove a second factor: a code or a passkey. API keys are not affected. Only owners can change it. */
        require_two_step?: boolean;
        /** The maximum points for all posts of one submission together. */
        cap_submission?: number | null;
        /** The maximum points for a member in one UTC day. */
        cap_day?: number | null;
        /** The maximum points for a member in one week from Monday, UTC. */
        cap_week?: number | null;
        /** Points at which levels 2, 3, … start, in ascending order. Null for 50, 150, 300, 500 and so on. */
        level_starts?: number[] | null;
        /** Sends reviewers one digest a day while claims have been waiting for more than a day. */
        remind_reviewers?: boolean;
        /** Reasons that reviewers can select with the keys 1 to 9. */
        reject_reasons?: string[];
        /** Review rules shown beside each claim. */
        review_rules?: string;
        /** Weekly posting slots of the team: everyone's next free slot may be one of them. */
        slots?: Slot[];
        /** IANA time zone of the team's slots. */
        slots_zone?: string;
      };
    } | undefined;
    data: Organization;
  };
  /**
   * Create an invitation link.
   *
   * The link works once, for 7 days or until it is revoked. Only this response contains it. If `email` is given, the link is also sent there; `letter` says whether that worked. At most 100 invitations are open at a time. A key can invite only to roles whose scopes it has in full, and only if it has no expiry and no address limits.
   *
   * `POST /invitations`. Scope: `members:manage`. Errors: `invalid_request`, `unauthorized`, `forbidden`, `conflict`.
   */
  createInvitation: {
    input: {
      /** The role that the person gets. Default: "member". */
      role?: "admin" | "member";
      /** Sends the link to this address if the server sends e-mail. */
      email?: string;
    } | undefined;
    data: {
      /** The id of the invitation. */
      id: string;
      /** Only an `open` link still works. */
      state: "open" | "used" | "expired" | "revoked" | (string & {});
      /** The role that the person gets. */
      role: "admin" | "member" | (string & {});
      /** The address that the link was sent to. */
      email: string | null;
      /** The administrator who created it. */
      made_by: {
        /** The membership id. */
        id: string;
        /** The member's name. */
        name: string;
      };
      /** Time at which it was created. */
      created_at: string;
      /** The link stops working at this time. */
      expires_at: string;
      /** Time at which somebody joined with it. Null if nobody did. */
      used_at: string | null;
      /** The member who joined with it. */
      used_by: {
        /** The membership id. */
        id: string;
        /** The member's name. */
        name: string;
      } | null;
      /** Time at which it was revoked. Null if it was not. */
      revoked_at: string | null;
      /** The link. It is shown once. */
      url: string;
      /** Null if no `email` was given. `why` is a sentence that says why no e-mail was sent. */
      letter: {
        /** True if the e-mail was accepted for delivery. */
        sent: boolean;
        /** Why no e-mail was sent. Null if one was. */
        why: string | null;
      } | null;
    };
  };
  /**
   * List invitations, newest first.
   *
   * `GET /invitations`. Scope: `members:manage`. Errors: `invalid_request`, `unauthorized`, `forbidden`.
   */
  listInvitations: {
    input: {
      /** Only invitations in this state. Default: all. */
      state?: "open" | "used" | "expired" | "revoked";
      /** The most results to return. */
      limit?: number;
      /** The number of results to skip, for the pages after the first. */
      offset?: number;
    } | undefined;
    data: Invitation[];
    pagination: Pagination;
  };
  /**
   * Revoke an invitation and its link at once.
   *
   * `DELETE /invitations/{id}`. Scope: `members:manage`. Errors: `unauthorized`, `forbidden`, `not_found`, `conflict`.
   */
  revokeInvitation: {
    input: {
      /** The id of the invitation. */
      id: string;
    };
    data: Invitation;
  };
  /**
   * List members by name.
   *
   * `GET /members`. Scope: `members:manage`. Errors: `invalid_request`, `unauthorized`, `forbidden`.
   */
  listMembers: {
    input: {
      /** Only members in this state. Default: "active". */
      state?: "active" | "removed" | "all";
      /** Words in the name or the e-mail. */
      q?: string;
      /** The most results to return. */
      limit?: number;
      /** The number of results to skip, for the pages after the first. */
      offset?: number;
    } | undefined;
    data: Member[];
    pagination: Pagination;
  };
  /**
   * Rename a member or change their role.
   *
   * Administrators can rename members and make them administrators. Only owners can remove the administrator role or change an owner. The last owner can't be changed.
   *
   * `PATCH /members/{id}`. Scope: `members:manage`. Errors: `invalid_request`, `unauthorized`, `forbidden`, `not_found`, `conflict`.
   */
  changeMember: {
    input: {
      /** The id of the member. */
      id: string;
    } & {
      /** One line of 1 to 100 characters. */
      name?: string;
      /** The new role of the member. */
      role?: "admin" | "member";
    };
    data: Member;
  };
  /**
   * Make a member an owner beside you.
   *
   * Only owners can do this.
   *
   * `POST /members/{id}/owner`. Scope: `members:manage`. Errors: `unauthorized`, `forbidden`, `not_found`, `conflict`.
   */
  makeOwner: {
    input: {
      /** The id of the member. */
      id: string;
    };
    data: Member;
  };
  /**
   * Transfer ownership to a member.
   *
   * Only owners can do this. The member becomes an owner and you become an administrator.
   *
   * `POST /members/{id}/transfer`. Scope: `members:manage`. Errors: `unauthorized`, `forbidden`, `not_found`, `conflict`.
   */
  transferOwnership: {
    input: {
      /** The id of the member. */
      id: string;
    };
    data: Member;
  };
  /**
   * Deactivate a member.
   *
   * The member's keys and sessions end at once and permanently. Their open invitations are revoked. Their scheduled posts are held: a post is sent only after it is reassigned or the member is reactivated.
   *
   * `POST /members/{id}/deactivate`. Scope: `members:manage`. Errors: `unauthorized`, `forbidden`, `not_found`, `conflict`.
   */
  deactivateMember: {
    input: {
      /** The id of the member. */
      id: string;
    };
    data: Member;
  };
  /**
   * Reactivate a member.
   *
   * The member's old keys stay revoked. Held posts are published at their time. Held posts whose time has passed become drafts.
   *
   * `POST /members/{id}/reactivate`. Scope: `members:manage`. Errors: `unauthorized`, `forbidden`, `not_found`, `conflict`.
   */
  reactivateMember: {
    input: {
      /** The id of the member. */
      id: string;
    };
    data: Member;
  };
  /**
   * List a member's scheduled posts, soonest first.
   *
   * `GET /members/{id}/planned`. Scope: `members:manage`. Errors: `invalid_request`, `unauthorized`, `forbidden`, `not_found`.
   */
  listPlanned: {
    input: {
      /** The id of the member. */
      id: string;
    } & {
      /** The most results to return. */
      limit?: number;
      /** The number of results to skip, for the pages after the first. */
      offset?: number;
    };
    data: PlannedPost[];
    pagination: Pagination;
  };
  /**
   * Reassign or cancel scheduled posts of a deactivated member.
   *
   * Changes at most 1,000 posts at a time. A reassigned post belongs to its new member. If its time has passed, it becomes a draft. Its points stay with its author unless `credit` says otherwise. If the new member can't use a post's channel, nothing changes and the `conflict` error names the channel.
   *
   * `POST /members/{id}/planned`. Scope: `members:manage`. Errors: `invalid_request`, `unauthorized`, `forbidden`, `not_found`, `conflict`.
   */
  changePlanned: {
    input: {
      /** The id of the member. */
      id: string;
    } & {
      /** `reassign` requires `to`. `cancel` keeps the posts as canceled posts of their author. */
      action: "reassign" | "cancel";
      /** Ids of the posts to change. If omitted, all of them. */
      posts?: string[];
      /** The new member of the posts. Required for `reassign`. */
      to?: string;
      /** The recipient of the points of reassigned posts: the author or the new member. Default: "author". */
      credit?: "author" | "taker";
    };
    data: {
      /** The number of posts that changed. */
      changed: number;
      /** The number of these that became drafts because their time had passed. */
      drafts: number;
      /** The number of posts that are still held. */
      left: number;
    };
  };
  /**
   * Change your own name.
   *
   * `PATCH /me`. Scope: `posts:write`. Errors: `invalid_request`, `unauthorized`, `forbidden`.
   */
  changeMe: {
    input: {
      /** One line of 1 to 100 characters. */
      name: string;
    };
    data: Identity;
  };
  /**
   * Leave the organization.
   *
   * Has the same effect as deactivation: your keys and sessions there end and your scheduled posts are held. The last owner can't leave.
   *
   * `POST /me/leave`. Scope: `keys:manage`. Errors: `unauthorized`, `forbidden`, `conflict`.
   */
  leaveOrganization: {
    input: undefined;
    data: {
      /** True: you are no longer a member. */
      left: boolean;
    };
  };
  /**
   * List connected channels with their state and their members.
   *
   * Members see the channels they can use. Administrators see all channels. `GET /channels` lists the channels that the caller can post to.
   *
   * `GET /channels/details`. Scope: `channels:read`. Errors: `unauthorized`, `forbidden`.
   */
  listChannelDetails: {
    input: undefined;
    data: ChannelDetail[];
  };
  /**
   * Read one channel.
   *
   * `GET /channels/{id}`. Scope: `channels:read`. Errors: `unauthorized`, `forbidden`, `not_found`.
   */
  getChannel: {
    input: {
      /** The id of the channel. */
      id: string;
    };
    data: ChannelDetail;
  };
  /**
   * Connect a practice channel.
   *
   * Creates a channel that follows the limits of the platform it imitates and publishes to a timeline in Postwright. An organization has at most 100 channels.
   *
   * `POST /channels`. Scope: `channels:write`. Errors: `invalid_request`, `unauthorized`, `forbidden`.
   */
  connectChannel: {
    input: {
      /** The platform that the channel imitates. */
      platform: "x" | "bluesky" | "mastodon" | "nostr" | "threads" | "linkedin" | "instagram" | "facebook" | "telegram" | "discord" | "slack";
      /** The name that members see. */
      name: string;
      /** Ids of the members who can use the channel. Null if every member can. */
      members?: string[] | null;
    };
    data: ChannelDetail;
  };
  /**
   * Rename a channel or change who can use it.
   *
   * A member who is removed from the list no longer sees the channel and can't schedule posts on it. Posts that the member has already scheduled are still published.
   *
   * `PATCH /channels/{id}`. Scope: `channels:write`. Errors: `invalid_request`, `unauthorized`, `forbidden`, `not_found`.
   */
  changeChannel: {
    input: {
      /** The id of the channel. */
      id: string;
    } & {
      /** The name that members see. */
      name?: string;
      /** Ids of the members who can use the channel. Null if every member can. */
      members?: string[] | null;
    };
    data: ChannelDetail;
  };
  /**
   * Reconnect a practice channel.
   *
   * Reconnects a practice channel in the state `reconnect`. For other channels use `POST /channels/connections` with `channel_id`.
   *
   * `POST /channels/{id}/reconnect`. Scope: `channels:write`. Errors: `unauthorized`, `forbidden`, `not_found`, `conflict`.
   */
  reconnectChannel: {
    input: {
      /** The id of the channel. */
      id: string;
    };
    data: ChannelDetail;
  };
  /**
   * Test a channel with posts that are taken down again.
   *
   * Publishes a text, a reply and an image as the account, looks the text up, and takes everything down. The posts are public for some seconds, and those that the platform lets nobody delete stay public. The answer comes after up to a minute. One test of a channel runs at a time, at most six in an hour, and none while sending is paused.
   *
   * `POST /channels/{id}/test`. Scope: `channels:write`. Errors: `unauthorized`, `forbidden`, `not_found`, `conflict`, `sending_paused`, `rate_limited`.
   */
  testChannel: {
    input: {
      /** The id of the channel. */
      id: string;
    };
    data: ChannelTest;
  };
  /**
   * Disconnect a channel.
   *
   * If posts are scheduled on the channel, `scheduled` says what happens to them. `cancel` keeps them as canceled posts of their authors. `move` schedules them at the same time on `move_to`, another channel of the same platform. Without `scheduled`, returns 409 with the number of posts. Also returns 409 while a post is being published. Drafts and published posts are not changed.
   *
   * `POST /channels/{id}/disconnect`. Scope: `channels:write`. Errors: `invalid_request`, `unauthorized`, `forbidden`, `not_found`, `conflict`.
   */
  disconnectChannel: {
    input: {
      /** The id of the channel. */
      id: string;
    } & {
      /** The treatment of scheduled posts. Required if there are any. `move` cancels those whose text has a post on the other channel already. */
      scheduled?: "cancel" | "move";
      /** For `move`: the id of the channel that gets the posts. */
      move_to?: string;
    };
    data: {
      /** The id of the channel. */
      id: string;
      /** True: nothing more is published on it. */
      disconnected: boolean;
      /** The number of posts that were canceled. */
      canceled: number;
      /** The number of posts that moved to the other channel. */
      moved: number;
    };
  };
  /**
   * List the platforms that accounts can be connected on.
   *
   * Returns what each platform requires and supports.
   *
   * `GET /channels/platforms`. Scope: `channels:read`. Errors: `unauthorized`, `forbidden`.
   */
  listConnectWays: {
    input: undefined;
    data: ConnectWay[];
  };
  /**
   * Connect an account or start connecting it.
   *
   * With a form, connects the account at once and returns its `channel`. With OAuth and with `sign_in`, returns `authorize_url`. The member opens that URL, and the same member sends the parameters that come back to `/channels/connected` to `POST /channels/connections/finish` within ten minutes. With `channel_id`, reconnects that channel. The channel keeps its id and its posts. The account must be the same.
   *
   * `POST /channels/connections`. Scope: `channels:write`. Errors: `invalid_request`, `unauthorized`, `forbidden`, `not_found`, `conflict`.
   */
  connectAccount: {
    input: {
      /** Slug of the platform, such as `mastodon`. */
      platform: string;
      /** Default: the name of the account. */
      name?: string;
      /** The account's server, on platforms with many, such as `social.example.org`. */
      host?: string;
      /** The values of the platform's `fields`, by name. */
      values?: Record<string, string>;
      /** Ids of the members who can use the channel. Null if every member can. */
      members?: string[] | null;
      /** Connects by `sign_in`. With `channel_id`, it must be the channel's own account. */
      account?: string;
      /** The id of the channel to reconnect. */
      channel_id?: string;
    };
    data: {
      /** The connected channel. Null until the member has given consent. */
      channel: ChannelDetail | null;
      /** The page to open for consent. Null if none is needed. */
      authorize_url: string | null;
    };
  };
  /**
   * Finish connecting an account.
   *
   * Takes the parameters that the platform sent back. `state` can be used once, within ten minutes, by the member who started. `error` is what the platform sent instead of a code. If the sign-in gave access to several accounts, returns a `choice`. Send its state with the selected `account` within another ten minutes.
   *
   * `POST /channels/connections/finish`. Scope: `channels:write`. Errors: `invalid_request`, `unauthorized`, `forbidden`, `not_found`, `conflict`.
   */
  finishConnection: {
    input: {
      /** The `state` that came back from the platform. */
      state: string;
      /** The `code` that came back from the platform. */
      code?: string;
      /** The `error` that came back instead of a code. */
      error?: string;
      /** The issuer of the authorization response (RFC 9207). */
      iss?: string;
      /** The `id` of the account that the person picked. */
      account?: string;
    };
    data: {
      /** The connected channel. Null if a choice is needed first. */
      channel: ChannelDetail | null;
      /** The accounts to pick from. Null if there was only one. */
      choice: ConnectChoice | null;
    };
  };
  /**
   * Read the app credentials of a platform.
   *
   * `GET /channels/platforms/{platform}/app`. Scope: `channels:write`. Errors: `unauthorized`, `forbidden`, `not_found`.
   */
  getPlatformApp: {
    input: {
      /** Slug of the platform, such as `mastodon`. */
      platform: string;
    };
    data: PlatformApp;
  };
  /**
   * Set the app credentials of a platform.
   *
   * Sets them for this organization. The secret is encrypted at rest and never shown again.
   *
   * `PUT /channels/platforms/{platform}/app`. Scope: `channels:write`. Errors: `invalid_request`, `unauthorized`, `forbidden`, `not_found`, `conflict`.
   */
  setPlatformApp: {
    input: {
      /** Slug of the platform, such as `mastodon`. */
      platform: string;
    } & {
      /** The client id that the platform gave your app. */
      client_id: string;
      /** The client secret that the platform gave your app. */
      client_secret: string;
      /** One of the platform's `app_uses`. */
      use?: string;
    };
    data: PlatformApp;
  };
  /**
   * Delete the app credentials of a platform.
   *
   * Connected accounts stay connected as long as the platform allows it.
   *
   * `DELETE /channels/platforms/{platform}/app`. Scope: `channels:write`. Errors: `unauthorized`, `forbidden`, `not_found`, `conflict`.
   */
  removePlatformApp: {
    input: {
      /** Slug of the platform, such as `mastodon`. */
      platform: string;
    };
    data: PlatformApp;
  };
  /**
   * List what is paused now.
   *
   * Every member can see it. Posts that are due wait until the pause is lifted.
   *
   * `GET /pauses`. Any key. Errors: `unauthorized`.
   */
  listSendingPauses: {
    input: undefined;
    data: SendingPause[];
  };
  /**
   * Pause all sending, or the sending on one channel.
   *
   * Nothing is sent from then on, except the posts that are being sent at that moment. Returns 409 if it is paused already. A pause of the organization and one of a channel are independent: a channel sends again when both are lifted.
   *
   * `POST /pauses`. Scope: `channels:write`. Errors: `invalid_request`, `unauthorized`, `forbidden`, `not_found`, `conflict`.
   */
  pauseSending: {
    input: NewSendingPause;
    data: StartedPause;
  };
  /**
   * List the posts that were due during a pause, earliest first.
   *
   * Lifting this pause releases them. At most 100 are listed; `overdue` of the pause is their number.
   *
   * `GET /pauses/{id}/posts`. Scope: `channels:write`. Errors: `unauthorized`, `forbidden`, `not_found`.
   */
  listOverduePosts: {
    input: {
      /** The id of the pause. */
      id: string;
    };
    data: OverduePost[];
  };
  /**
   * Lift a pause.
   *
   * If posts were due meanwhile, `overdue` says what becomes of them; without it nothing changes and the answer is 409. A thread that had begun continues in either case.
   *
   * `POST /pauses/{id}/resume`. Scope: `channels:write`. Errors: `invalid_request`, `unauthorized`, `forbidden`, `not_found`, `conflict`.
   */
  resumeSending: {
    input: {
      /** The id of the pause. */
      id: string;
    } & ResumeSendingInput;
    data: ResumedSending;
  };
  /**
   * List your API keys and connected apps, newest first.
   *
   * `GET /keys`. Scope: `keys:manage`. Errors: `unauthorized`, `forbidden`.
   */
  listKeys: {
    input: undefined;
    data: ApiKey[];
  };
  /**
   * Create an API key.
   *
   * Creates a key and returns its value. Only this response contains the value. A key can't create a key with more scopes, a later expiry or other addresses than its own. A member has at most 100 keys.
   *
   * `POST /keys`. Scope: `keys:manage`. Errors: `invalid_request`, `unauthorized`, `forbidden`.
   */
  createKey: {
    input: {
      /** One line of 1 to 100 characters. */
      name: string;
      /** A subset of the scopes of the key that sends the request. */
      scopes: ("posts:read" | "plan:read" | "posts:write" | "posts:manage" | "media:write" | "channels:read" | "channels:write" | "leaderboard:read" | "claims:review" | "members:manage" | "keys:manage")[];
      /** In the future, within 5 years. If omitted or null, the key does not expire. */
      expires_at?: string | null;
      /** Such as `203.0.113.9` or `2001:db8::/32`. If omitted or empty, the key works from anywhere. */
      addresses?: string[];
      /** True for a key that may write drafts and images only: `x-for-drafts-only` marks the writes that it may call. Other writes return 403, whatever its scopes. */
      drafts_only?: boolean;
    };
    data: {
      /** The id of the key. */
      id: string;
      /** The name that its member gave it. */
      name: string;
      /** The last four characters of the key's value. */
      ending: string;
      /** The current scopes of the key. A key never has more scopes than its member's role allows. */
      scopes: string[];
      /** True if the key may write drafts and images only, and read what its scopes allow. */
      drafts_only?: boolean;
      /** IP addresses and ranges the key works from. Empty if it works from anywhere. */
      addresses: string[];
      /** Time at which it was created. */
      created_at: string;
      /** Time at which it stops working. Null if it does not expire. */
      expires_at: string | null;
      /** Updated at most once a minute. */
      last_used_at: string | null;
      /** The last endpoint it was used for. */
      last_used_route: string | null;
      /** True for the key that sent this request. */
      is_this: boolean;
      /** True for the key set by `SETUP_KEY`. It can do everything its owner can and never expires. */
      from_setup: boolean;
      /** The old value after a rotation, while it still works beside the new one. */
      former: {
        /** The last four characters of the old value. */
        ending: string;
        /** The old value stops working at this time. */
        works_until: string;
        /** Time at which the old value was last used. */
        last_used_at: string | null;
      } | null;
      /** The API key that made this one. Null if a person made it when signed in as themselves. */
      made_by?: {
        /** The id of that key. */
        id: string;
        /** Its name. */
        name: string;
      } | null;
      /** What this key made, and what the keys that it made have made, as far as it still works. */
      made?: MadeByKey[];
      /** Set for an app that the member connected in the browser, for `/mcp` only. It can't be rotated; revoking it disconnects the app. */
      app?: {
        /** The address that the app's sign-in returned to. */
        redirect_uri: string;
      } | null;
      /** The key itself, `pw_…`. Only this response contains it. */
      value: string;
    };
  };
  /**
   * Rename an API key.
   *
   * `PATCH /keys/{id}`. Scope: `keys:manage`. Errors: `invalid_request`, `unauthorized`, `forbidden`, `not_found`.
   */
  changeKey: {
    input: {
      /** The id of the key. */
      id: string;
    } & {
      /** One line of 1 to 100 characters. */
      name: string;
    };
    data: ApiKey;
  };
  /**
   * Rotate an API key.
   *
   * Gives the key a new value with the same scopes, expiry and addresses. The old value works for the requested overlap; with 0 it stops at once. A value older than that stops at once in any case. A key can rotate itself. It can rotate another key only if that key has no more scopes, no later expiry and no other addresses.
   *
   * `POST /keys/{id}/rotate`. Scope: `keys:manage`. Errors: `invalid_request`, `unauthorized`, `forbidden`, `not_found`.
   */
  rotateKey: {
    input: {
      /** The id of the key. */
      id: string;
    } & {
      /** Hours that the old value keeps working. 0 stops it at once. */
      overlap_hours: number;
    };
    data: {
      /** The id of the key. */
      id: string;
      /** The name that its member gave it. */
      name: string;
      /** The last four characters of the key's value. */
      ending: string;
      /** The current scopes of the key. A key never has more scopes than its member's role allows. */
      scopes: string[];
      /** True if the key may write drafts and images only, and read what its scopes allow. */
      drafts_only?: boolean;
      /** IP addresses and ranges the key works from. Empty if it works from anywhere. */
      addresses: string[];
      /** Time at which it was created. */
      created_at: string;
      /** Time at which it stops working. Null if it does not expire. */
      expires_at: string | null;
      /** Updated at most once a minute. */
      last_used_at: string | null;
      /** The last endpoint it was used for. */
      last_used_route: string | null;
      /** True for the key that sent this request. */
      is_this: boolean;
      /** True for the key set by `SETUP_KEY`. It can do everything its owner can and never expires. */
      from_setup: boolean;
      /** The old value after a rotation, while it still works beside the new one. */
      former: {
        /** The last four characters of the old value. */
        ending: string;
        /** The old value stops working at this time. */
        works_until: string;
        /** Time at which the old value was last used. */
        last_used_at: string | null;
      } | null;
      /** The API key that made this one. Null if a person made it when signed in as themselves. */
      made_by?: {
        /** The id of that key. */
        id: string;
        /** Its name. */
        name: string;
      } | null;
      /** What this key made, and what the keys that it made have made, as far as it still works. */
      made?: MadeByKey[];
      /** Set for an app that the member connected in the browser, for `/mcp` only. It can't be rotated; revoking it disconnects the app. */
      app?: {
        /** The address that the app's sign-in returned to. */
        redirect_uri: string;
      } | null;
      /** The key itself, `pw_…`. Only this response contains it. */
      value: string;
    };
  };
  /**
   * Revoke an API key.
   *
   * Revokes the key at once and permanently. The next request with the key, or with its old value after a rotation, returns 401. Sessions opened with the key end. So does what the key made (`made`): keys, the calendar feed, browsers that get notifications and open invitations; webhooks are turned off. Anyone who had the key may have kept their addresses and values. A key without `members:manage` ends no webhook and no invitation.
   *
   * `DELETE /keys/{id}`. Scope: `keys:manage`. Errors: `invalid_request`, `unauthorized`, `forbidden`, `not_found`.
   */
  revokeKey: {
    input: {
      /** The id of the key. */
      id: string;
    } & {
      /** `keep` leaves what the key made as it is. Default: "end". */
      made?: "end" | "keep";
    };
    data: {
      /** The id of the key. */
      id: string;
      /** True: the key no longer works. */
      revoked: boolean;
      /** What ended with it. */
      ended?: MadeByKey[];
    };
  };
  /**
   * List the sessions where you are signed in.
   *
   * Returns signed-in browsers, the most recently used first. A person who signed in with their account sees its sessions in every organization. An API key sees the sessions of its member.
   *
   * `GET /sessions`. Scope: `keys:manage`. Errors: `unauthorized`, `forbidden`.
   */
  listSessions: {
    input: undefined;
    data: SignInSession[];
  };
  /**
   * Sign out one browser.
   *
   * The browser's next request is rejected.
   *
   * `DELETE /sessions/{id}`. Scope: `keys:manage`. Errors: `unauthorized`, `forbidden`, `not_found`.
   */
  endSession: {
    input: {
      /** The id of the session. */
      id: string;
    };
    data: {
      /** The id of the session. */
      id: string;
      /** True: its next request is rejected. */
      ended: boolean;
    };
  };
  /**
   * Sign out everywhere.
   *
   * `POST /sessions/end-all`. Scope: `keys:manage`. Errors: `invalid_request`, `unauthorized`, `forbidden`.
   */
  endAllSessions: {
    input: {
      /** Keeps the session that sends this request open. Default: true. */
      keep_current?: boolean;
    } | undefined;
    data: {
      /** The number of sessions that ended. */
      ended: number;
    };
  };
  /**
   * Remove a member's two-step verification.
   *
   * For owners who signed in with their account, when a member lost their authenticator app and recovery codes, or their passkeys. Removes all of them and notifies the member by e-mail. Until the member sets it up again, their password alone signs them in. Rejected for yourself and for a member who also belongs to another organization.
   *
   * `DELETE /members/{id}/two-step`. Scope: `members:manage`. Errors: `unauthorized`, `forbidden`, `not_found`, `conflict`.
   */
  removeMemberTwoStep: {
    input: {
      /** The id of the member. */
      id: string;
    };
    data: {
      /** The membership id. */
      id: string;
      /** True: the member signs in without a second step. */
      removed: boolean;
    };
  };
  /**
   * Create a password reset link for a member.
   *
   * For administrators who signed in with their account; an API key can't create a link. Only an owner can create one for another administrator or an owner. Rejected for a member who also belongs to another organization. Using the link ends every session of the member.
   *
   * `POST /members/{id}/reset-link`. Scope: `members:manage`. Errors: `unauthorized`, `forbidden`, `not_found`, `conflict`.
   */
  createResetLink: {
    input: {
      /** The id of the member. */
      id: string;
    };
    data: ResetLink;
  };
  /**
   * List the audit log, newest first.
   *
   * Returns sign-ins and changes of access. Only owners can read it. Events are stored for 400 days.
   *
   * `GET /audit-log`. Scope: `members:manage`. Errors: `invalid_request`, `unauthorized`, `forbidden`.
   */
  listAuditLog: {
    input: {
      /** Only events of these types. Default: all. */
      type?: "session.sign_in" | "session.sign_out" | "session.end" | "session.switch" | "session.confirm" | "account.claim" | "password.set" | "password.request_reset" | "password.create_reset_link" | "password.reset" | "passkey.add" | "passkey.remove" | "passkey.restore" | "provider.connect" | "provider.disconnect" | "second_factor.enable" | "second_factor.disable" | "recovery_codes.create" | "key.create" | "key.update" | "key.rotate" | "key.revoke" | "key.use" | "invitation.create" | "invitation.revoke" | "member.join" | "member.change_role" | "member.deactivate" | "member.reactivate" | "member.leave" | "organization.create" | "organization.update" | "channel.connect" | "channel.disconnect" | "channel.update" | "channel.test" | "sending.pause" | "sending.resume" | "app_credentials.set" | "app_credentials.remove" | "webhook.create" | "webhook.update" | "webhook.delete" | "webhook.rotate_secret" | "posts.export" | "ledger.export" | "audit_log.export" | "calendar_feed.create" | "calendar_feed.remove" | ("session.sign_in" | "session.sign_out" | "session.end" | "session.switch" | "session.confirm" | "account.claim" | "password.set" | "password.request_reset" | "password.create_reset_link" | "password.reset" | "passkey.add" | "passkey.remove" | "passkey.restore" | "provider.connect" | "provider.disconnect" | "second_factor.enable" | "second_factor.disable" | "recovery_codes.create" | "key.create" | "key.update" | "key.rotate" | "key.revoke" | "key.use" | "invitation.create" | "invitation.revoke" | "member.join" | "member.change_role" | "member.deactivate" | "member.reactivate" | "member.leave" | "organization.create" | "organization.update" | "channel.connect" | "channel.disconnect" | "channel.update" | "channel.test" | "sending.pause" | "sending.resume" | "app_credentials.set" | "app_credentials.remove" | "webhook.create" | "webhook.update" | "webhook.delete" | "webhook.rotate_secret" | "posts.export" | "ledger.export" | "audit_log.export" | "calendar_feed.create" | "calendar_feed.remove")[];
      /** Events caused by this member or affecting this member. */
      member?: string;
      /** Only events with this outcome. Default: both. */
      outcome?: "success" | "refused";
      /** At or after this time. */
      from?: string;
      /** Before this time. */
      to?: string;
      /** The `next` value of the previous page. */
      before?: string;
      /** The most results to return. */
      limit?: number;
    } | undefined;
    data: AuditLogPage;
  };
  /**
   * Export the audit log as CSV.
   *
   * Returns sign-ins and changes of access. Only owners can read it. Events are stored for 400 days.
   *
   * `GET /audit-log/export`. Scope: `members:manage`. Errors: `invalid_request`, `unauthorized`, `forbidden`.
   */
  exportAuditLog: {
    input: {
      /** Only events of these types. Default: all. */
      type?: "session.sign_in" | "session.sign_out" | "session.end" | "session.switch" | "session.confirm" | "account.claim" | "password.set" | "password.request_reset" | "password.create_reset_link" | "password.reset" | "passkey.add" | "passkey.remove" | "passkey.restore" | "provider.connect" | "provider.disconnect" | "second_factor.enable" | "second_factor.disable" | "recovery_codes.create" | "key.create" | "key.update" | "key.rotate" | "key.revoke" | "key.use" | "invitation.create" | "invitation.revoke" | "member.join" | "member.change_role" | "member.deactivate" | "member.reactivate" | "member.leave" | "organization.create" | "organization.update" | "channel.connect" | "channel.disconnect" | "channel.update" | "channel.test" | "sending.pause" | "sending.resume" | "app_credentials.set" | "app_credentials.remove" | "webhook.create" | "webhook.update" | "webhook.delete" | "webhook.rotate_secret" | "posts.export" | "ledger.export" | "audit_log.export" | "calendar_feed.create" | "calendar_feed.remove" | ("session.sign_in" | "session.sign_out" | "session.end" | "session.switch" | "session.confirm" | "account.claim" | "password.set" | "password.request_reset" | "password.create_reset_link" | "password.reset" | "passkey.add" | "passkey.remove" | "passkey.restore" | "provider.connect" | "provider.disconnect" | "second_factor.enable" | "second_factor.disable" | "recovery_codes.create" | "key.create" | "key.update" | "key.rotate" | "key.revoke" | "key.use" | "invitation.create" | "invitation.revoke" | "member.join" | "member.change_role" | "member.deactivate" | "member.reactivate" | "member.leave" | "organization.create" | "organization.update" | "channel.connect" | "channel.disconnect" | "channel.update" | "channel.test" | "sending.pause" | "sending.resume" | "app_credentials.set" | "app_credentials.remove" | "webhook.create" | "webhook.update" | "webhook.delete" | "webhook.rotate_secret" | "posts.export" | "ledger.export" | "audit_log.export" | "calendar_feed.create" | "calendar_feed.remove")[];
      /** Events caused by this member or affecting this member. */
      member?: string;
      /** Only events with this outcome. Default: both. */
      outcome?: "success" | "refused";
      /** At or after this time. */
      from?: string;
      /** Before this time. */
      to?: string;
    } | undefined;
    data: Response;
  };
}

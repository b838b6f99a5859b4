import type pg from "pg";
import type { ConnectorIoFactory, ConnectorLookup, ReadLinkPage } from "#lib/service/channels/core/connector.ts";
import type {
  AppCredentialsStore,
  DownloadBytes,
  PlatformHttpClientFactory,
  PlatformLookup,
} from "#lib/service/channels/core/platform.ts";
import type { FindMentions } from "#lib/service/channels/mentions/find-mentions.ts";
import type { Db, Tx } from "#lib/service/db/transaction.ts";
import type { MediaStore } from "#lib/service/media/storage/media-store.ts";
import type { Clock } from "./clock.ts";
import type { Log } from "./log.ts";
import type { Sealer } from "./sealer.ts";

/** Values a self-hoster chose. */
export type ServiceSettings = {
  /** Public origin without a trailing slash; published and media addresses start with it. */
  origin: string;
  /** Requests per member and minute; 0 is off. */
  rateLimit: number;
  /** Bytes that the images of one member may have, in all and of those of the last 24 hours; 0 is off. */
  imageBytes: { inAll: number; perDay: number };
  /** A scheduled post that is more than this late is failed as missed instead of being sent. */
  missedAfterMs: number;
  /** A due post whose account has to be connected anew waits this long for it, then fails. */
  reconnectWithinMs: number;
  /** Whether there is a mail server to hand letters to. */
  sendsMail: boolean;
  /** `host:port` pairs that requests to typed addresses may reach although they are private or plain http. */
  outboundAllow: ReadonlySet<string>;
};

/** A letter as it is handed to the mail server. `id` stays the same for each attempt. */
export type EmailMessage = {
  to: { name: string; address: string };
  subject: string;
  text: string;
  html: string;
  id: string;
};

declare const mailPermit: unique symbol;
/** The proof that an e-mail was counted for its mailbox and its sender: `spendMail` gives it. */
export type MailPermit = { readonly [mailPermit]: true };

/** Arms a wake-up for a post in the same transaction as its row. */
export type WakeWorkerAt = (tx: Tx, post: { id: string; channelId: string }, at: Date) => Promise<void>;

/** What every command and route of the service is given. */
export type Context = {
  pool: pg.Pool;
  db: Db;
  media: MediaStore;
  wakeAt: WakeWorkerAt;
  /** Reaches the platform of a channel; null where this version can't. */
  connectorFor: ConnectorLookup;
  platformOf: PlatformLookup;
  appKeys: AppCredentialsStore;
  /** What accounts are connected through. */
  netFor: PlatformHttpClientFactory;
  /** Downloads accounts' avatars and images that members name by their address. */
  readOutside: DownloadBytes;
  /** Reads the pages of links, for their cards. */
  readLinkPage: ReadLinkPage;
  /** Asks platforms for accounts that a text can mention. */
  findMentions: FindMentions;
  /** What a connector reaches its platform through. */
  ioFor: ConnectorIoFactory;
  clock: Clock;
  log: Log;
  /** Sends the member a test notice at once; `why` is a sentence when nothing was sent. */
  sendTestNotification: (memberId: string, channel: "email" | "push") => Promise<{ sent: boolean; why: string | null }>;
  /** Hands one letter to the mail server at once, outside of any transaction; `why` is a sentence when it did not go. */
  sendEmail: (email: EmailMessage, permit: MailPermit) => Promise<{ sent: boolean; why: string | null }>;
  /** Seals secrets at rest under the server's own, which nothing else of the service is given. */
  sealer: Sealer;
  settings: ServiceSettings;
};

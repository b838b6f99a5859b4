import type { Context } from "#lib/service/core/context.ts";
import type { GuardedFetch } from "#lib/service/egress/guarded-fetch.ts";
import { tellEndingChannels } from "./rules/channel-access-ending.ts";
import { type MailSettings, makeMailer } from "#lib/service/outbox/mailer.ts";
import { makeNoticeSender, type NoticeSender, type SenderParts } from "./notification-worker.ts";
import type { FanOut } from "#lib/service/outbox/outbox-event.ts";
import { tellSignedOutChannels } from "./rules/channel-signed-out.ts";
import { makeTellDecisions } from "./rules/claim-decided.ts";
import { makeTellDisconnected } from "./rules/channel-disconnected.ts";
import { makeTellFailures } from "./rules/post-failed.ts";
import { tellWaitingClaims } from "./rules/claims-waiting.ts";
import { tidyNotices } from "#lib/service/notify/tidy-notices.ts";
import { noMailServer, tryNotice } from "./send-test-notification.ts";

/** What tells members: from the outbox into their inbox, and on by letter and push. */
export type Notices = {
  fanOuts: readonly FanOut[];
  sender: NoticeSender;
  tryNotice: Context["tryNotice"];
  sendLetter: Context["sendLetter"];
  sweepers: { name: string; everyMs: number; run: () => Promise<unknown> }[];
};

/** @param at.mail null where SMTP is not set: then nobody is sent letters. */
export function makeNotices(
  at: Pick<Context, "pool" | "db" | "clock" | "log" | "sealer"> & {
    origin: string;
    mail: MailSettings | null;
    guardedFetch: GuardedFetch;
  },
): Notices {
  const { pool, db, clock, log, sealer, origin, guardedFetch } = at;
  const canMail = at.mail !== null;
  const parts: SenderParts = {
    ...{ pool, db, clock, log, sealer, origin, guardedFetch },
    mailer: at.mail && makeMailer(at.mail),
    contact: origin.startsWith("https:") ? origin : `mailto:${addressOf(at.mail?.from ?? senderAt(origin))}`,
  };
  return {
    fanOuts: [
      makeTellFailures({ clock, canMail }),
      makeTellDecisions({ clock, canMail }),
      makeTellDisconnected({ clock, canMail }),
    ],
    sender: makeNoticeSender(parts),
    async sendLetter(letter) {
      if (!parts.mailer) return { sent: false, why: noMailServer };
      const came = await parts.mailer(letter);
      return came.is === "sent" ? { sent: true, why: null } : { sent: false, why: came.why };
    },
    tryNotice: (memberId, way) => tryNotice(parts, memberId, way),
    sweepers: [
      { name: "ending channels", everyMs: 5 * 60_000, run: () => tellEndingChannels({ pool, clock }, canMail) },
      { name: "signed-out channels", everyMs: 60_000, run: () => tellSignedOutChannels({ pool, clock }, canMail) },
      { name: "waiting claims", everyMs: 10 * 60_000, run: () => tellWaitingClaims({ pool, clock }, canMail) },
      { name: "old notices", everyMs: 60 * 60_000, run: () => tidyNotices(pool) },
    ],
  };
}

/** Whom letters are from where nothing is set: an address at the host that people see. */
export function senderAt(origin: string): string {
  return `Postwright <postwright@${new URL(origin).hostname.replace(/[[\]]/g, "")}>`;
}

const addressOf = (from: string) => /<([^>]+)>/.exec(from)?.[1] ?? from;

import nodemailer from "nodemailer";
import type { EmailMessage } from "#lib/service/core/context.ts";

/** The result of an e-mail. `why` is a sentence for its reader; a final failure is not tried again. */
export type MailOutcome = { type: "sent" } | { type: "failed"; why: string; isFinal: boolean };

/** The mail server and the sender of e-mails. */
export type MailSettings = { url: string; from: string };

export type Mailer = (email: EmailMessage) => Promise<MailOutcome>;

const timeoutMs = 15_000;

/**
 * Creates a function that sends e-mails through the server of SMTP_URL, each on a connection of its own. It never
 * throws.
 */
export function createMailer({ url, from }: MailSettings): Mailer {
  return async ({ to, subject, text, html, id }) => {
    const transport = nodemailer.createTransport({
      url: withoutOptions(url),
      requireTLS: requiresStartTls(url),
      connectionTimeout: timeoutMs,
      greetingTimeout: timeoutMs,
      socketTimeout: timeoutMs,
      // An e-mail must not make the server read files or URLs.
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    try {
      await transport.sendMail({
        from: oneLine(from),
        to: { name: oneLine(to.name), address: oneLine(to.address) },
        subject: oneLine(subject),
        text,
        html,
        // The same for each attempt: a mailbox that gets an e-mail twice can recognize it.
        messageId: `<${id}@${getEmailDomain(from)}>`,
        headers: { "Auto-Submitted": "auto-generated" },
      });
      return { type: "sent" };
    } catch (error) {
      return toMailFailure(error);
    } finally {
      transport.close();
    }
  };
}

/**
 * Returns whether a mail server must offer STARTTLS before it gets the password and an e-mail. Otherwise a man in the
 * middle who removes the offer reads both, and e-mails have links that reset a password. A server on this machine is
 * exempt; `?requireTLS=false` in SMTP_URL exempts others. smtps:// is encrypted from the first byte.
 */
export function requiresStartTls(url: string): boolean {
  const { protocol, hostname, searchParams } = new URL(url);
  if (protocol === "smtps:") return false;
  const option = searchParams.get("requireTLS");
  return option === null ? !isLoopback(hostname) : option !== "false";
}

const isLoopback = (host: string) => /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/i.test(host);

/** Removes our own option: Nodemailer reads options from the URL too, and they would override ours. */
function withoutOptions(url: string): string {
  const read = new URL(url);
  read.searchParams.delete("requireTLS");
  return read.href;
}

/** Removes line breaks, which would start another header. */
function oneLine(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
  return text.replace(/[\u0000-\u001f\u007f\u0085\u2028\u2029]+/gu, " ").trim();
}

function getEmailDomain(from: string): string {
  return /@([a-z0-9.-]+)>?\s*$/i.exec(from)?.[1] ?? "localhost";
}

const errorMessages: Readonly<Record<string, string>> = {
  ECONNREFUSED: "The mail server refused the connection.",
  ECONNRESET: "The mail server closed the connection.",
  ECONNECTION: "The mail server couldn't be reached.",
  ETIMEDOUT: "The mail server doesn't answer.",
  EDNS: "The name of the mail server is unknown.",
  ENOTFOUND: "The name of the mail server is unknown.",
  EAUTH: "The mail server doesn't accept the name and password in SMTP_URL.",
  ETLS: "The mail server offers no encrypted connection (STARTTLS), so nothing was sent. Use a server that does, or smtps://.",
  ESOCKET: "The mail server couldn't be reached.",
};

/** Converts an error to a failure. The server's own message never appears: it may have addresses and host names. */
function toMailFailure(error: unknown): MailOutcome {
  const { code, responseCode, command, message } = (error ?? {}) as Record<string, unknown>;
  const isAnswer = typeof responseCode === "number";
  if (isAnswer && responseCode >= 500 && (command === "RCPT TO" || command === "DATA" || command === "MAIL FROM")) {
    const what =
      command === "RCPT TO" ? "this address" : command === "DATA" ? "the e-mail" : "our address as the sender";
    return { type: "failed", why: `The mail server rejected ${what} (${responseCode}).`, isFinal: true };
  }
  if (isAnswer && code !== "EAUTH" && code !== "ETLS") {
    return { type: "failed", why: `The mail server postponed the e-mail (${responseCode}).`, isFinal: false };
  }
  // Nodemailer gives all socket errors the code ESOCKET; only the beginning of the message has the real one.
  const inner = /\b(E[A-Z]{4,})\b/.exec(String(message))?.[1] ?? "";
  const known = errorMessages[code === "ESOCKET" ? inner : String(code)] ?? errorMessages[String(code)];
  const why = known ?? "The e-mail couldn't be sent to the mail server.";
  return { type: "failed", why, isFinal: false };
}

import * as z from "zod";
import type { Context } from "#lib/service/core/context.ts";
import { isUuid } from "#lib/service/core/is-uuid.ts";
import { inTransaction } from "#lib/service/db/transaction.ts";
import { dayMs, minuteMs } from "#lib/time/time-units.ts";
import { isRedirectUri } from "./redirect-uri.ts";

/** An app that may ask to be connected. */
export type AppClient = {
  clientId: string;
  /** The app's own claim; null if it has no name. */
  name: string | null;
  redirectUris: readonly string[];
  /** The host of the document that describes the app; null for an app that registered itself. */
  publisher: string | null;
};

type AppClientDeps = Pick<Context, "pool" | "clock" | "readOutside">;

const nameCharacters = 60;
const redirectUrisMax = 10;
/** Registered apps that nobody connected. More than this make the oldest leave. */
const unusedClientsMax = 5_000;
const unusedDays = 30;
/** An app that was connected asks with the same id again, also after its access ended. */
const connectedDays = 400;
const documentBytes = 64 * 1024;
const clientIdCharacters = 300;
const documentCache = { entries: 100, ms: 5 * minuteMs };

/** The metadata that matters here (RFC 7591, section 2); other fields are ignored, as it demands. */
const Metadata = z.looseObject({
  client_name: z.string().optional(),
  redirect_uris: z.array(z.string()).min(1).max(50),
  grant_types: z.array(z.string()).optional(),
  response_types: z.array(z.string()).optional(),
  token_endpoint_auth_method: z.string().optional(),
});
/** The document of an app says who it is (client id metadata documents, section 4.1). It has no secret to prove it. */
const Document = Metadata.extend({
  client_id: z.string(),
  token_endpoint_auth_method: z.literal("none").optional(),
});

/** Removes all that could hide or reorder text: the name stands in a sentence of our page. */
function cleanName(text: string | undefined): string | null {
  const plain = (text ?? "").replace(/\s+/gu, " ").replace(/\p{C}/gu, "").trim();
  return [...plain].slice(0, nameCharacters).join("") || null;
}

type Registration = { ok: object } | { error: "invalid_client_metadata" | "invalid_redirect_uri"; message: string };

/**
 * Registers an app as a public client (RFC 7591): it gets an id and no secret, whatever it asks for. Redirect addresses
 * that can't be accepted are left out; the answer has the rest (section 3.2.1).
 */
export async function registerAppClient({ pool, clock }: AppClientDeps, body: unknown): Promise<Registration> {
  const read = Metadata.safeParse(body);
  if (!read.success) {
    return { error: "invalid_client_metadata", message: "Send redirect_uris, and optionally client_name." };
  }
  const { client_name: claimed, redirect_uris: asked, grant_types: grants, response_types: responses } = read.data;
  if (grants?.includes("authorization_code") === false || responses?.includes("code") === false) {
    return { error: "invalid_client_metadata", message: "Only the grant authorization_code with a code is supported." };
  }
  const redirectUris = [...new Set(asked)].filter(isRedirectUri).slice(0, redirectUrisMax);
  if (redirectUris.length === 0) {
    const message =
      "No redirect address can be used. Use https, a loopback address, or a scheme such as com.example.app.";
    return { error: "invalid_redirect_uri", message };
  }
  const id = clock.newId();
  const now = clock.now();
  const name = cleanName(claimed);
  await inTransaction(pool, async (tx) => {
    await tx.client.query("insert into app_clients (id, name, redirect_uris, created_at) values ($1, $2, $3, $4)", [
      ...[id, name ?? "", redirectUris, now],
    ]);
    await tx.client.query(
      `delete from app_clients where id in (
         select id from app_clients where connected_at is null order by created_at desc offset $1 for update skip locked)`,
      [unusedClientsMax],
    );
  });
  const registered = {
    client_id: id,
    client_id_issued_at: Math.floor(now.getTime() / 1000),
    ...(name !== null && { client_name: name }),
    redirect_uris: redirectUris,
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
    token_endpoint_auth_method: "none",
  };
  return { ok: registered };
}

export type FindAppClient = (clientId: string) => Promise<AppClient | null>;

/**
 * Creates the lookup of apps by id: one that registered itself, or one whose id is the address of a document (client id
 * metadata documents, section 3). The document is fetched through the outbound guard and remembered for five minutes.
 */
export function createAppClientLookup(deps: AppClientDeps): FindAppClient {
  const documents = new Map<string, { client: AppClient; endsAtMs: number }>();
  return async (clientId) => {
    if (isUuid(clientId)) return findRegisteredClient(deps, clientId);
    if (!isDocumentUrl(clientId)) return null;
    const nowMs = deps.clock.now().getTime();
    const known = documents.get(clientId);
    if (known && known.endsAtMs > nowMs) return known.client;
    documents.delete(clientId);
    const client = await readDocument(deps, clientId);
    if (!client) return null;
    if (documents.size >= documentCache.entries) documents.delete(documents.keys().next().value ?? "");
    documents.set(clientId, { client, endsAtMs: nowMs + documentCache.ms });
    return client;
  };
}

async function findRegisteredClient({ pool }: AppClientDeps, clientId: string): Promise<AppClient | null> {
  const { rows } = await pool.query<{ name: string; redirect_uris: string[] }>(
    "select name, redirect_uris from app_clients where id = $1",
    [clientId],
  );
  const [row] = rows;
  return row ? { clientId, name: row.name || null, redirectUris: row.redirect_uris, publisher: null } : null;
}

/** An https address with a path, written as a URL parser writes it: without fragment, credentials and dot segments. */
function isDocumentUrl(text: string): boolean {
  const url = text.length <= clientIdCharacters && text.startsWith("https://") ? URL.parse(text) : null;
  return url?.href === text && url.pathname !== "/" && !url.hash && !url.username && !url.password;
}

async function readDocument({ readOutside }: AppClientDeps, url: string): Promise<AppClient | null> {
  const answer = await readOutside(url, documentBytes);
  if ("why" in answer) return null;
  const read = Document.safeParse(parseJson(answer.bytes));
  if (!read.success || read.data.client_id !== url) return null;
  const { client_name: name, redirect_uris: uris } = read.data;
  const redirectUris = uris.filter(isRedirectUri).slice(0, redirectUrisMax);
  return { clientId: url, name: cleanName(name), redirectUris, publisher: new URL(url).host };
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    return null;
  }
}

/** Removes registered apps that nobody connected in 30 days, and expired tokens. */
export async function removeExpiredAppAccess({ pool, clock }: Pick<Context, "pool" | "clock">): Promise<void> {
  const ago = (days: number) => new Date(clock.now().getTime() - days * dayMs);
  await pool.query("delete from app_clients where connected_at < $1 or (connected_at is null and created_at < $2)", [
    ago(connectedDays),
    ago(unusedDays),
  ]);
  await pool.query("delete from app_tokens where expires_at < $1", [ago(1)]);
}

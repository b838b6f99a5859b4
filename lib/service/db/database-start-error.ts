/**
 * The database can't be started and only a person can change that. `message` is one sentence for that person (the
 * fault, the place, the action), to be printed without a stack.
 */
export class DatabaseStartError extends Error {
  override readonly name = "CannotStart";
}

const certificate =
  "its TLS certificate is signed by an authority that Node doesn't know. Save your provider's CA certificate and name its file in NODE_EXTRA_CA_CERTS; sslmode=no-verify in DATABASE_URL encrypts without checking who answers";
const access =
  "the server refuses this user, database or address (pg_hba.conf). Correct the user, or add ?sslmode=require to DATABASE_URL if it wants TLS";

/** The advice for each code of PostgreSQL (SQLSTATE), of Node's sockets and of its TLS. */
const serverProblems: Readonly<Record<string, string>> = {
  "3D000": "there is no database of this name. Create it, or correct the name at the end of DATABASE_URL",
  "28P01":
    "the server refuses this user's password. Correct it in DATABASE_URL or PGPASSWORD; in an address, # @ / ? : and % are written as %23 %40 %2F %3F %3A and %25",
  "28000": access,
  "42501": "this user may not create tables. Make it the owner of the database, or grant it create on schema public",
  "53300": "the server has no connection left. Raise its max_connections, or stop what holds them",
  "57P03": "the server is still starting or recovering. Try again when it is ready",
  ECONNREFUSED: "nothing listens there. Start the server, or correct host and port in DATABASE_URL",
  ENOTFOUND: "no server has this name. Correct the host in DATABASE_URL",
  EAI_AGAIN: "its name can't be looked up now. Check this machine's DNS",
  ETIMEDOUT: "it doesn't answer. Check the address, and the firewall between here and there",
  EHOSTUNREACH: "there is no route to it. Check the address, and the network between here and there",
  ECONNRESET:
    "it closed the connection. Check that a PostgreSQL listens there, and whether it wants TLS (sslmode=require)",
  DEPTH_ZERO_SELF_SIGNED_CERT: certificate,
  SELF_SIGNED_CERT_IN_CHAIN: certificate,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: certificate,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: certificate,
  CERT_HAS_EXPIRED: "its TLS certificate has expired. Renew it on the server",
  ERR_TLS_CERT_ALTNAME_INVALID: "its TLS certificate is for another host name. Use that name in DATABASE_URL",
};

/** Messages of the driver that have no code. */
const driverProblems: readonly [RegExp, string][] = [
  [/does not support SSL/u, "it has no TLS. Remove sslmode from DATABASE_URL, or set sslmode=disable"],
  [/client password must be/u, "the server needs a password. Set it in DATABASE_URL or PGPASSWORD"],
  [
    /^timeout exceeded|^Connection terminated due to connection timeout/u,
    "it doesn't answer. Check the address, and the firewall between here and there",
  ],
];

/** Returns what is wrong with the server of `url` and what to do, without user and password. */
export function describeServerProblem(error: unknown, url: string): string {
  const code = findErrorCode(error);
  const message = error instanceof Error ? error.message : String(error);
  const known = code !== undefined && Object.hasOwn(serverProblems, code) ? serverProblems[code] : undefined;
  const advice = known ?? driverProblems.find(([pattern]) => pattern.test(message))?.[1] ?? "check DATABASE_URL";
  return `The database at ${formatServerAddress(url)} can't be used (${code ?? message}): ${advice}.`;
}

/** Returns the code of an error or of what caused it. */
export function findErrorCode(error: unknown): string | undefined {
  for (let at = error; at instanceof Error; at = at.cause) {
    const code = (at as { code?: unknown }).code;
    if (typeof code === "string") return code;
  }
  return undefined;
}

/** Formats host, port and database of a URL, without user and password. */
function formatServerAddress(url: string): string {
  if (!URL.canParse(url)) return "DATABASE_URL";
  const { host, pathname } = new URL(url);
  return `${host}${pathname}`;
}

/** The part of a logger that the database uses. */
export type DatabaseLogger = {
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
};

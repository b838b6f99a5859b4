import * as z from "zod";

/** An invalid configuration value; the message is one sentence that names the setting. */
export class InvalidSettingError extends Error {}

const empty = (value: unknown) => (value === "" ? undefined : value);
const optional = <T extends z.ZodType>(schema: T) => z.preprocess(empty, schema.optional());
const withDefault = <T extends z.ZodType>(schema: T, fallback: string) =>
  z.preprocess((value) => (value === undefined || value === "" ? fallback : value), schema);
const whole = (from: number, to: number) => z.string().regex(/^\d+$/).transform(Number).pipe(z.int().min(from).max(to));
const urlOf = (...protocols: string[]) =>
  z.string().superRefine((text, context) => {
    const isOurs = protocols.some((protocol) => text.toLowerCase().startsWith(`${protocol}//`));
    const toEncode = isOurs ? findUnencodedCharacters(text) : [];
    if (toEncode.length > 0) {
      const written = toEncode.map((one) => `${one} as ${toPercent(one)}`).join(", ");
      const message = `can't be read: in its user name and password, write ${written}. Letters and digits stay as they are.`;
      context.addIssue({ code: "custom", message, params: { isWhole: true } });
    } else if (!URL.canParse(text) || !protocols.includes(new URL(text).protocol))
      context.addIssue("not such an address");
  });

const toPercent = (character: string) =>
  [...new TextEncoder().encode(character)]
    .map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, "0")}`)
    .join("");

/**
 * Returns the characters of a user name and password that end or split an address unless they are encoded; none if the
 * address is read as it is meant. "me:1#2@host" can be parsed, but as a server "me".
 */
function findUnencodedCharacters(text: string): string[] {
  const [, user = ""] = /^[a-z]+:\/\/(.*)@/isu.exec(text) ?? [];
  if (user === "" || isReadAsMeant(text, user)) return [];
  const password = user.replace(":", "");
  return [...new Set(password.match(/%(?![0-9a-f]{2})|[\s#/?@:[\]\\"<>^`{|}]/giu) ?? [])];
}

function isReadAsMeant(text: string, user: string): boolean {
  // Behind a path or a query, an @ belongs to it: postgres://host/app?application_name=a@b
  if (/^[^@:]*[/?][^@]*$/u.test(user)) return true;
  if (!URL.canParse(text)) return false;
  const { username, password, hash } = new URL(text);
  try {
    return username !== "" && hash === "" && !/[@/?#]/u.test(user) && decodeURIComponent(username + password) !== "";
  } catch {
    return false;
  }
}

/** Postwright's pages and cookies are at the root of a host. */
const ownAddress = urlOf("http:", "https:").refine((text) => {
  if (!URL.canParse(text)) return false;
  const { pathname, search, hash, username } = new URL(text);
  return pathname === "/" && `${search}${hash}${username}` === "";
});

/** Parses `a:1,b:2` into pairs, each as the URL parser writes it: another spelling would never match. */
function hostsAndPorts(list: string, context: z.RefinementCtx): readonly string[] {
  const pairs = list.split(",").map((pair) => pair.trim().toLowerCase());
  const isPair = (pair: string) => {
    const [, host, port] = /^(\[[0-9a-f:.]+\]|[^:/@\s]+):([1-9]\d{0,4})$/.exec(pair) ?? [];
    return (
      host !== undefined &&
      URL.canParse(`http://${pair}`) &&
      new URL(`http://${pair}`).hostname === host &&
      Number(port) < 65536
    );
  };
  if (list === "" || pairs.every(isPair)) return list === "" ? [] : pairs;
  context.addIssue("not such a list");
  return z.NEVER;
}

function formerSecrets(list: string, context: z.RefinementCtx): readonly string[] {
  const secrets = list.split(" ").filter((secret) => secret !== "");
  if (secrets.every((secret) => secret.length >= 32)) return secrets;
  context.addIssue("too short");
  return z.NEVER;
}

const apiUrl = {
  schema: optional(urlOf("http:", "https:").transform((url) => url.replace(/(?<!\/)\/+$/, ""))),
  must: "an address starting with http:// or https://",
};
const appKey = {
  schema: optional(z.string().trim().min(1).max(1_000)),
  must: "the value from your app's page on the platform, at most 1000 characters",
};

/** One row per setting: the accepted values, and the message for an invalid one. */
const settings = {
  PORT: { schema: withDefault(whole(0, 65535), "3000"), must: "a port number from 0 to 65535" },
  HOST: { schema: withDefault(z.string().min(1), "127.0.0.1"), must: "an address to listen on" },
  PUBLIC_URL: {
    schema: optional(ownAddress),
    must: "an address such as https://posts.example.org, without a path: Postwright needs a host of its own",
  },
  DATA_DIR: { schema: withDefault(z.string().min(1), "./data"), must: "a folder" },
  DATABASE_URL: { schema: optional(urlOf("postgres:", "postgresql:")), must: "an address starting with postgres://" },
  MEDIA_URL: {
    schema: optional(z.string().regex(/^(file:\/\/\/|s3:\/\/)./)),
    must: "an address starting with file:/// or s3://",
  },
  ROLE: { schema: withDefault(z.enum(["all", "web", "worker"]), "all"), must: "all, web or worker" },
  SERVICE_URL: { schema: optional(urlOf("http:", "https:")), must: "an address starting with http:// or https://" },
  SERVICE_LIST_PARAMS: {
    schema: withDefault(z.string().regex(/^[\w-]+,[\w-]+,[\w-]+$/), "status,limit,offset"),
    must: "three names separated by commas, such as status,limit,offset",
  },
  AWS_ACCESS_KEY_ID: { schema: optional(z.string()), must: "the access key id for the bucket of MEDIA_URL" },
  AWS_SECRET_ACCESS_KEY: { schema: optional(z.string()), must: "the secret of AWS_ACCESS_KEY_ID" },
  AWS_SESSION_TOKEN: { schema: optional(z.string()), must: "the session token of a temporary key" },
  SMTP_URL: { schema: optional(urlOf("smtp:", "smtps:")), must: "an address starting with smtp:// or smtps://" },
  SMTP_FROM: {
    schema: optional(z.string().regex(/^[^\r\n<>]*<[^\s<>@]+@[^\s<>@]+>$|^[^\s<>@]+@[^\s<>@]+$/)),
    must: 'an address such as postwright@example.org or "Postwright <postwright@example.org>"',
  },
  OUTBOUND_ALLOW: {
    schema: withDefault(z.string().transform(hostsAndPorts), ""),
    must: "host:port pairs separated by commas, such as hooks.internal:8080",
  },
  OIDC_ISSUER: { schema: optional(urlOf("http:", "https:")), must: "the issuer's address, starting with https://" },
  OIDC_CLIENT_ID: { schema: optional(z.string().max(500)), must: "the client id from the provider" },
  OIDC_CLIENT_SECRET: { schema: optional(z.string().max(1_000)), must: "the client secret of OIDC_CLIENT_ID" },
  OIDC_NAME: { schema: optional(z.string().trim().min(1).max(40)), must: "a name of 1 to 40 characters" },
  METRICS_TOKEN: { schema: optional(z.string().regex(/^\S{16,}$/)), must: "at least 16 characters without spaces" },
  TRUST_PROXY: { schema: withDefault(z.enum(["0", "1", "false", "true"]), "0"), must: "1 or 0" },
  SECRET: { schema: optional(z.string().min(32)), must: "at least 32 characters" },
  SECRET_OLD: {
    schema: withDefault(z.string().transform(formerSecrets), ""),
    must: "former values of SECRET, separated by spaces, each of at least 32 characters",
  },
  X_API_URL: apiUrl,
  BLUESKY_API_URL: apiUrl,
  BLUESKY_PLC_URL: apiUrl,
  LINKEDIN_API_URL: apiUrl,
  THREADS_API_URL: apiUrl,
  INSTAGRAM_API_URL: apiUrl,
  FACEBOOK_API_URL: apiUrl,
  TELEGRAM_API_URL: apiUrl,
  DISCORD_API_URL: apiUrl,
  SLACK_API_URL: apiUrl,
  X_CLIENT_ID: appKey,
  X_CLIENT_SECRET: appKey,
  LINKEDIN_CLIENT_ID: appKey,
  LINKEDIN_CLIENT_SECRET: appKey,
  LINKEDIN_POSTS_FOR: {
    schema: withDefault(z.enum(["members", "both", "pages"]), "members"),
    must: "members, pages or both",
  },
  THREADS_CLIENT_ID: appKey,
  THREADS_CLIENT_SECRET: appKey,
  INSTAGRAM_CLIENT_ID: appKey,
  INSTAGRAM_CLIENT_SECRET: appKey,
  FACEBOOK_CLIENT_ID: appKey,
  FACEBOOK_CLIENT_SECRET: appKey,
  MCP: { schema: withDefault(z.enum(["on", "off"]), "on"), must: "on or off" },
  LOG_LEVEL: {
    schema: withDefault(z.enum(["trace", "debug", "info", "warn", "error", "fatal", "silent"]), "info"),
    must: "trace, debug, info, warn, error, fatal or silent",
  },
  RATE_LIMIT: { schema: withDefault(whole(0, 1_000_000), "600"), must: "a number of requests a minute, 0 for none" },
  IMAGES_MB: { schema: withDefault(whole(0, 1_000_000_000), "2048"), must: "a number of megabytes, 0 for no limit" },
  IMAGES_MB_A_DAY: {
    schema: withDefault(whole(0, 1_000_000_000), "500"),
    must: "a number of megabytes, 0 for no limit",
  },
  SETUP_ORG: { schema: optional(z.string().trim().min(1).max(100)), must: "a name of 1 to 100 characters" },
  SETUP_NAME: { schema: optional(z.string().trim().min(1).max(100)), must: "a name of 1 to 100 characters" },
  SETUP_EMAIL: { schema: optional(z.email()), must: "an e-mail address" },
  SETUP_KEY: {
    schema: optional(z.string().regex(/^pw_[A-Za-z0-9]{32,200}$/)),
    must: "pw_ followed by at least 32 letters and digits",
  },
} as const;

type Parsed = { [N in keyof typeof settings]: z.output<(typeof settings)[N]["schema"]> };
/** Settings that only work together. */
const together = [
  { names: ["SETUP_ORG", "SETUP_NAME", "SETUP_EMAIL", "SETUP_KEY"], others: "the other SETUP_ values are" },
  { names: ["OIDC_ISSUER", "OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET"], others: "the other OIDC_ values are" },
  { names: ["X_CLIENT_ID", "X_CLIENT_SECRET"], others: "the other X_CLIENT_ value is" },
  { names: ["LINKEDIN_CLIENT_ID", "LINKEDIN_CLIENT_SECRET"], others: "the other LINKEDIN_CLIENT_ value is" },
  { names: ["THREADS_CLIENT_ID", "THREADS_CLIENT_SECRET"], others: "the other THREADS_CLIENT_ value is" },
  { names: ["INSTAGRAM_CLIENT_ID", "INSTAGRAM_CLIENT_SECRET"], others: "the other INSTAGRAM_CLIENT_ value is" },
  { names: ["FACEBOOK_CLIENT_ID", "FACEBOOK_CLIENT_SECRET"], others: "the other FACEBOOK_CLIENT_ value is" },
] as const;

export type Env = Omit<Parsed, "TRUST_PROXY"> & { TRUST_PROXY: boolean };

/**
 * Reads the configuration. Every setting has a default.
 * @throws InvalidSettingError for the first invalid value; the message never contains a secret
 */
export function parseEnv(from: Record<string, string | undefined> = process.env): Env {
  const values: Record<string, unknown> = {};
  for (const [name, { schema, must }] of Object.entries(settings)) {
    const read = schema.safeParse(from[name]);
    if (!read.success) {
      const sentence = read.error.issues.find((issue) => issue.code === "custom" && issue.params?.["isWhole"])?.message;
      throw new InvalidSettingError(`${name} ${sentence ?? `must be ${must}.`}`);
    }
    values[name] = read.data;
  }
  for (const { names, others } of together) {
    const missing = names.filter((name) => values[name] === undefined);
    if (missing.length > 0 && missing.length < names.length) {
      throw new InvalidSettingError(`${missing.join(", ")} must be set too when ${others}.`);
    }
  }
  const parsed = values as Parsed;
  if (parsed.OIDC_ISSUER !== undefined) requireSafeIssuer(parsed.OIDC_ISSUER, parsed.OUTBOUND_ALLOW);
  if (parsed.MEDIA_URL?.startsWith("s3:") && !(parsed.AWS_ACCESS_KEY_ID && parsed.AWS_SECRET_ACCESS_KEY)) {
    throw new InvalidSettingError(
      "AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY must be set when MEDIA_URL is a bucket.",
    );
  }
  return { ...parsed, TRUST_PROXY: parsed.TRUST_PROXY === "1" || parsed.TRUST_PROXY === "true" };
}

/**
 * Refuses an issuer on plain http, which would reveal the client secret to the network, except on this machine and
 * hosts that the operator allowed.
 */
function requireSafeIssuer(issuer: string, allowed: readonly string[]): void {
  const { protocol, hostname, port } = new URL(issuer);
  const isLoopback = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
  if (protocol === "https:" || isLoopback || allowed.includes(`${hostname}:${port || 80}`)) return;
  throw new InvalidSettingError(
    "OIDC_ISSUER must start with https://, or OUTBOUND_ALLOW must list its host:port. Over plain http others could read the secret.",
  );
}

/** Returns the base addresses of platforms that the operator set, by slug. */
export function getPlatformUrls(env: Env): Readonly<Record<string, string>> {
  const all = {
    x: env.X_API_URL,
    linkedin: env.LINKEDIN_API_URL,
    threads: env.THREADS_API_URL,
    instagram: env.INSTAGRAM_API_URL,
    facebook: env.FACEBOOK_API_URL,
    telegram: env.TELEGRAM_API_URL,
    discord: env.DISCORD_API_URL,
    slack: env.SLACK_API_URL,
  };
  return Object.fromEntries(Object.entries(all).flatMap(([slug, url]) => (url === undefined ? [] : [[slug, url]])));
}

/** Returns the directories of Bluesky's network that the operator set. */
export const getBlueskyDirectoryUrls = ({ BLUESKY_API_URL: handles, BLUESKY_PLC_URL: accounts }: Env) => ({
  handles,
  accounts,
});

/** Returns the app credentials that the operator set, by slug. */
export function getPlatformAppCredentials(
  env: Env,
): Readonly<Record<string, { clientId: string; clientSecret: string; use?: string }>> {
  const all = [
    ["x", env.X_CLIENT_ID, env.X_CLIENT_SECRET, {}],
    ["linkedin", env.LINKEDIN_CLIENT_ID, env.LINKEDIN_CLIENT_SECRET, { use: env.LINKEDIN_POSTS_FOR }],
    ["threads", env.THREADS_CLIENT_ID, env.THREADS_CLIENT_SECRET, {}],
    ["instagram", env.INSTAGRAM_CLIENT_ID, env.INSTAGRAM_CLIENT_SECRET, {}],
    ["facebook", env.FACEBOOK_CLIENT_ID, env.FACEBOOK_CLIENT_SECRET, {}],
  ] as const;
  return Object.fromEntries(
    all.flatMap(([slug, clientId, clientSecret, more]) =>
      clientId && clientSecret ? [[slug, { clientId, clientSecret, ...more }]] : [],
    ),
  );
}

/** The names of all settings, for the test of the container's files. */
export const settingNames = Object.keys(settings);

/** Selects the builds of Next and React; `next build` and `node server.ts` set nothing themselves. */
export function setNodeEnv(mode: "development" | "production"): void {
  Object.assign(process.env, { NODE_ENV: mode, NEXT_TELEMETRY_DISABLED: "1" });
}

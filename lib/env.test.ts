import { describe, expect, test } from "vitest";
import {
  getBlueskyDirectoryUrls,
  getPlatformAppCredentials,
  getPlatformUrls,
  InvalidSettingError,
  parseEnv,
  settingNames,
} from "./env.ts";

const sentenceOf = (from: Record<string, string>): string => {
  try {
    parseEnv(from);
  } catch (error) {
    if (error instanceof InvalidSettingError) return error.message;
  }
  return "accepted";
};

describe("the environment configuration", () => {
  test("every setting has a default", () => {
    expect(parseEnv({})).toMatchObject({
      PORT: 3000,
      HOST: "127.0.0.1",
      DATA_DIR: "./data",
      ROLE: "all",
      RATE_LIMIT: 600,
      IMAGES_MB: 2048,
      IMAGES_MB_A_DAY: 500,
    });
    expect(parseEnv({}).SERVICE_LIST_PARAMS).toBe("status,limit,offset");
    expect(parseEnv({}).TRUST_PROXY).toBe(false);
  });

  test("an empty value counts as not set", () => {
    const empty = Object.fromEntries(settingNames.map((name) => [name, ""]));
    expect(parseEnv(empty)).toEqual(parseEnv({}));
  });

  test.each([
    ["PORT", "70000"],
    ["PORT", "3000x"],
    ["PUBLIC_URL", "posts.example.org"],
    ["DATABASE_URL", "mysql://somewhere/x"],
    ["MEDIA_URL", "https://bucket"],
    // A relative path would mean the folder /media of the machine.
    ["MEDIA_URL", "file:./media"],
    ["ROLE", "boss"],
    ["SERVICE_URL", "ftp://x"],
    ["SERVICE_LIST_PARAMS", "status,limit"],
    ["SMTP_URL", "mail.example.org"],
    ["OUTBOUND_ALLOW", "*"],
    ["OUTBOUND_ALLOW", "hooks.internal"],
    ["OUTBOUND_ALLOW", "hooks.internal:*"],
    ["OUTBOUND_ALLOW", "http://hooks.internal:8080"],
    ["OUTBOUND_ALLOW", "hooks.internal:8080,"],
    ["OUTBOUND_ALLOW", "hooks.internal:70000"],
    // This never matches: the URL parser writes the address as 127.0.0.1.
    ["OUTBOUND_ALLOW", "127.1:8080"],
    ["OIDC_ISSUER", "login.example.org"],
    ["OIDC_NAME", "n".repeat(41)],
    ["TRUST_PROXY", "perhaps"],
    ["SECRET", "too short to seal with"],
    ["LOG_LEVEL", "loud"],
    ["RATE_LIMIT", "-1"],
    ["SETUP_EMAIL", "nobody"],
    ["SETUP_KEY", "pw_short"],
  ])("%s stops the start with one sentence when it is %s", (name, value) => {
    const sentence = sentenceOf({ [name]: value });
    expect(sentence).toMatch(new RegExp(`^${name} must be [^\\n]+\\.$`));
  });

  test.each([
    ["DATABASE_URL", "postgres://me:p#a/s?s@db.example.org/app", "# as %23, / as %2F, ? as %3F"],
    ["DATABASE_URL", "postgres://me:1#2@db.example.org/app", "# as %23"],
    ["DATABASE_URL", "postgres://me:1/2@db.example.org/app", "/ as %2F"],
    ["DATABASE_URL", "postgresql://me:100%@db.example.org/app", "% as %25"],
    ["SMTP_URL", "smtp://me@example.org:pa#ss@mail.example.org:587", "@ as %40, # as %23"],
    ["SMTP_URL", "smtps://me:a[b]#c@mail.example.org", "[ as %5B, ] as %5D, # as %23"],
    ["SERVICE_URL", "https://me:p#s@service.example.org/v1", "# as %23"],
  ])("%s with the password of %s says which characters to encode, and not the password", (name, value, encoded) => {
    const sentence = sentenceOf({ [name]: value });
    expect(sentence).toBe(
      `${name} can't be read: in its user name and password, write ${encoded}. Letters and digits stay as they are.`,
    );
  });

  test.each([
    "postgres://me:p%23a%2Fs@db.example.org/app?sslmode=require",
    "postgres:///app?host=/var/run/postgresql&user=me",
  ])("the database address %s is accepted", (url) => {
    expect(sentenceOf({ DATABASE_URL: url })).toBe("accepted");
  });

  test.each(["https://posts.example.org/app", "https://posts.example.org/?a=b", "https://me@posts.example.org"])(
    "PUBLIC_URL %s stops the start, because Postwright has a host of its own",
    (url) => {
      expect(sentenceOf({ PUBLIC_URL: url })).toBe(
        "PUBLIC_URL must be an address such as https://posts.example.org, without a path: Postwright needs a host of its own.",
      );
      expect(sentenceOf({ PUBLIC_URL: "https://posts.example.org/" })).toBe("accepted");
    },
  );

  test("OUTBOUND_ALLOW reads private addresses as exact host and port pairs", () => {
    expect(parseEnv({}).OUTBOUND_ALLOW).toEqual([]);
    expect(parseEnv({ OUTBOUND_ALLOW: "Hooks.internal:8080, 10.0.0.8:80,[::1]:443" }).OUTBOUND_ALLOW).toEqual([
      "hooks.internal:8080",
      "10.0.0.8:80",
      "[::1]:443",
    ]);
  });

  test("an error sentence never contains a secret", () => {
    expect(sentenceOf({ SECRET: "hunter2-hunter2" })).not.toContain("hunter2");
    expect(sentenceOf({ SETUP_KEY: "pw_hunter2" })).not.toContain("hunter2");
    expect(sentenceOf({ DATABASE_URL: "x://me:hunter2@host/db" })).not.toContain("hunter2");
  });

  test("former secrets are read one by one, and a value too short for SECRET is rejected", () => {
    const [first, second] = ["a".repeat(32), "b".repeat(40)];
    expect(parseEnv({}).SECRET_OLD).toEqual([]);
    expect(parseEnv({ SECRET_OLD: `${first} ${second}` }).SECRET_OLD).toEqual([first, second]);
    expect(sentenceOf({ SECRET_OLD: `${first} hunter2-hunter2` })).toMatch(/^SECRET_OLD must be (?!.*hunter)/);
  });

  test("platform addresses and keys are read for each platform", () => {
    const env = parseEnv({
      X_API_URL: "http://127.0.0.1:4711/",
      SLACK_API_URL: "",
      X_CLIENT_ID: "desk",
      X_CLIENT_SECRET: "hunter2-hunter2",
    });
    expect(getPlatformUrls(env)).toEqual({ x: "http://127.0.0.1:4711" });
    expect(getBlueskyDirectoryUrls(parseEnv({ BLUESKY_PLC_URL: "http://plc.internal/" }))).toEqual({
      accounts: "http://plc.internal",
    });
    expect(getPlatformAppCredentials(env)).toEqual({ x: { clientId: "desk", clientSecret: "hunter2-hunter2" } });
    expect(sentenceOf({ LINKEDIN_CLIENT_ID: "desk" })).toBe(
      "LINKEDIN_CLIENT_SECRET must be set too when the other LINKEDIN_CLIENT_ value is.",
    );
    expect(sentenceOf({ THREADS_API_URL: "file:///etc" })).toMatch(/^THREADS_API_URL must be an address/);
  });

  test("a bucket requires an access key", () => {
    expect(sentenceOf({ MEDIA_URL: "s3://pictures" })).toMatch(
      /^AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY must be set/,
    );
  });

  test("single sign-on requires all its settings, and https unless the issuer is local or allowed by name", () => {
    const oidc = { OIDC_CLIENT_ID: "desk", OIDC_CLIENT_SECRET: "hunter2-hunter2" };
    expect(sentenceOf(oidc)).toBe("OIDC_ISSUER must be set too when the other OIDC_ values are.");
    expect(sentenceOf({ OIDC_ISSUER: "https://login.example.org" })).toMatch(
      /^OIDC_CLIENT_ID, OIDC_CLIENT_SECRET must/,
    );
    for (const issuer of ["https://login.example.org/realms/desk", "http://localhost:4000", "http://127.0.0.1:80"]) {
      expect([issuer, sentenceOf({ ...oidc, OIDC_ISSUER: issuer })]).toEqual([issuer, "accepted"]);
    }
    const plain = { ...oidc, OIDC_ISSUER: "http://login.internal:8080" };
    expect(sentenceOf(plain)).toMatch(/^OIDC_ISSUER must start with https:/);
    expect(sentenceOf({ ...plain, OIDC_ISSUER: "http://localhost.evil.example" })).toMatch(/^OIDC_ISSUER must start/);
    expect(sentenceOf({ ...plain, OUTBOUND_ALLOW: "login.internal:8080" })).toBe("accepted");
  });

  test("the SETUP_ settings are required together", () => {
    expect(sentenceOf({ SETUP_ORG: "North" })).toBe(
      "SETUP_NAME, SETUP_EMAIL, SETUP_KEY must be set too when the other SETUP_ values are.",
    );
  });
});

import { describe, expect, test } from "vitest";
import { createAccountService } from "./account-service.ts";
import { removeExpiredAttempts } from "./sign-in-throttle.ts";
import { strongPassword } from "./testing/account-fixture.ts";
import { createFreshPerson, provideAccountService } from "./testing/account-service-fixture.ts";

const at = provideAccountService();
const fresh = createFreshPerson("grace");

/** Creates the account service of a second process on the same database. */
const elsewhere = () =>
  createAccountService({ ...at.service.context, flushKeys: at.service.http.flushKeys, issuer: null });

describe("password guessing", () => {
  test("after a thousand failures from many addresses guesses fail, and the person still signs in from a known address", async () => {
    const { email, from: home } = fresh();
    await at.join(email);
    expect((await at.accounts.signIn({ email, password: strongPassword }, home)).ok).toBeDefined();
    const codes = await Promise.all(
      Array.from({ length: 1000 }, (_, guess) =>
        at.accounts
          .signIn(
            { email, password: `guess number ${guess}` },
            { ...home, address: `10.0.${guess >> 8}.${guess & 255}` },
          )
          .then((answer) => answer.error?.code),
      ),
    );
    expect(codes.filter((code) => code === "unauthorized")).toHaveLength(50);
    expect(codes.filter((code) => code === "rate_limited")).toHaveLength(950);
    const away = await at.accounts.signIn({ email, password: strongPassword }, { ...home, address: "192.0.2.200" });
    expect(away.error).toMatchObject({ code: "rate_limited", retryAfterSeconds: expect.any(Number) });
    expect(away.error?.message).toMatch(/^Too many failed attempts\. Try again in \d+ min\.$/);
    expect((await at.accounts.signIn({ email, password: strongPassword }, home)).ok).toBeDefined();
  }, 60_000);

  test("an address waits after twenty failures, whichever accounts they were for", async () => {
    const { from } = fresh();
    const codes: (string | undefined)[] = [];
    for (let tried = 0; tried < 21; tried += 1) {
      codes.push(
        (await at.accounts.signIn({ email: `n${tried}@example.org`, password: strongPassword }, from)).error?.code,
      );
    }
    expect([codes.slice(0, 20).every((code) => code === "unauthorized"), codes[20]]).toEqual([true, "rate_limited"]);
  }, 60_000);

  test("an address that waits still lets those in who signed in from it before, each with twenty failures of their own", async () => {
    const { email, from } = fresh();
    await at.join(email);
    expect((await at.accounts.signIn({ email, password: strongPassword }, from)).ok).toBeDefined();
    const guess = async (typed: string) =>
      (await at.accounts.signIn({ email: typed, password: "wrong horse battery" }, from)).error?.code;
    for (let tried = 0; tried < 21; tried += 1) await guess(`stranger-${tried}@example.org`);
    expect(await guess("one-more@example.org")).toBe("rate_limited");
    expect((await at.accounts.signIn({ email, password: strongPassword }, from)).ok).toBeDefined();
    // The other way round, a colleague's mistakes cost nobody else an attempt.
    const other = { ...from, address: "198.51.100.77" };
    for (let right = 0; right < 2; right += 1) await at.accounts.signIn({ email, password: strongPassword }, other);
    const codes: (string | undefined)[] = [];
    for (let tried = 0; tried < 21; tried += 1) {
      codes.push((await at.accounts.signIn({ email, password: "wrong horse battery" }, other)).error?.code);
    }
    expect([codes[19], codes[20]]).toEqual(["unauthorized", "rate_limited"]);
    const unknown = { email: "somebody@example.org", password: strongPassword };
    expect((await at.accounts.signIn(unknown, other)).error?.code).toBe("unauthorized");
  }, 60_000);

  test("addresses of one /64 share one count, also across accounts", async () => {
    const { from } = fresh();
    const codes: (string | undefined)[] = [];
    for (let tried = 0; tried < 25; tried += 1) {
      const address = `2001:db8:9:9::${tried.toString(16)}`;
      const answer = await at.accounts.signIn(
        { email: `v6-${tried}@example.org`, password: strongPassword },
        { ...from, address },
      );
      codes.push(answer.error?.code);
    }
    expect(codes.filter((code) => code === "unauthorized")).toHaveLength(20);
    const spelled = async (address: string) =>
      (await at.accounts.signIn({ email: "spelled@example.org", password: strongPassword }, { ...from, address })).error
        ?.code;
    for (let tried = 0; tried < 20; tried += 1) await spelled("203.0.113.77");
    expect(await spelled("::ffff:203.0.113.77")).toBe("rate_limited");
  }, 60_000);

  test("all processes share the count: an address gets twenty attempts in total", async () => {
    const { from } = fresh();
    const processes = [at.accounts, elsewhere()];
    const guess = async (n: number) => {
      const one = processes[n % 2];
      return (await one?.signIn({ email: `p${n}@example.org`, password: strongPassword }, from))?.error?.code;
    };
    const codes = await Promise.all(Array.from({ length: 20 }, (_, n) => guess(n)));
    expect(new Set(codes)).toEqual(new Set(["unauthorized"]));
    expect([await guess(20), await guess(21), await guess(22)]).toEqual(Array(3).fill("rate_limited"));
  }, 60_000);

  test("an account gets fifty attempts in total, and its known addresses count in every process", async () => {
    const { email, from: home } = fresh();
    await at.join(email);
    expect((await at.accounts.signIn({ email, password: strongPassword }, home)).ok).toBeDefined();
    const other = elsewhere();
    const codes = await Promise.all(
      Array.from({ length: 80 }, (_, n) =>
        (n % 2 === 0 ? at.accounts : other)
          .signIn({ email, password: `guess number ${n}` }, { ...home, address: `10.1.0.${n}` })
          .then((answer) => answer.error?.code),
      ),
    );
    expect(codes.filter((code) => code === "unauthorized")).toHaveLength(50);
    const third = elsewhere();
    const away = { ...home, address: "192.0.2.201" };
    expect((await third.signIn({ email, password: strongPassword }, away)).error?.code).toBe("rate_limited");
    expect((await third.signIn({ email, password: strongPassword }, home)).ok).toBeDefined();
  }, 60_000);

  test("expired counters are deleted and never name a person", async () => {
    const { email, from } = fresh();
    await at.accounts.signIn({ email, password: "wrong horse battery" }, from);
    const kept = JSON.stringify(await at.query("select * from sign_in_guesses"));
    expect(kept).toContain(`address:${from.address}`);
    expect(kept).not.toContain("@");
    const { pool, clock } = at.service.context;
    await removeExpiredAttempts(pool, new Date(clock.now().getTime() + 2 * 3_600_000));
    expect(await at.query("select key from sign_in_guesses where key not like 'place:%'")).toEqual([]);
    await removeExpiredAttempts(pool, new Date(clock.now().getTime() + 91 * 86_400_000));
    expect(await at.query("select key from sign_in_guesses")).toEqual([]);
  });
});

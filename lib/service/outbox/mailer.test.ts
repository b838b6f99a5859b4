import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createMailer, requiresStartTls } from "./mailer.ts";

/** A mail server without STARTTLS, which records every command that a client sends after its greeting. */
const heard: string[] = [];
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ["STARTTLS"],
  onAuth: (auth, _session, done) => {
    heard.push(`AUTH ${auth.username} ${auth.password}`);
    done(null, { user: "somebody" });
  },
  onMailFrom: (_address, _session, done) => {
    heard.push("MAIL");
    done();
  },
});
let port = 0;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.server.address();
  port = typeof address === "object" && address ? address.port : 0;
});
afterAll(() => new Promise<void>((resolve) => server.close(resolve)));

const letter = {
  to: { name: "Ada", address: "ada@example.org" },
  subject: "Reset",
  text: "/reset?token=secret",
  html: "",
  id: "019a6f00-0000-7000-8000-000000000001",
};
const send = (host: string, options = "") =>
  createMailer({ url: `smtp://mailer:s3cret@${host}:${port}${options}`, from: "postwright@example.org" })(letter);
const refused = { type: "failed", isFinal: false, why: expect.stringContaining("no encrypted connection (STARTTLS)") };

describe("a mail server without STARTTLS", () => {
  test("a server without STARTTLS gets neither the password nor an e-mail if SMTP_URL says requireTLS=true", async () => {
    heard.length = 0;
    expect(await send("127.0.0.1", "/?requireTLS=true")).toEqual(refused);
    expect(heard).toEqual([]);
  });

  test("a loopback server without STARTTLS gets e-mails", async () => {
    heard.length = 0;
    await send("127.0.0.1");
    expect(heard).toContain("MAIL");
  });
});

test.for([
  ["smtp://mail.example.org", true],
  ["smtp://user:pw@mail.example.org:587/", true],
  ["smtp://10.0.0.5:25", true],
  ["smtp://localhost.example.org", true],
  ["smtp://127.0.0.1.example.org", true],
  ["smtp://mail.example.org?requireTLS=false", false],
  ["smtp://mail.example.org?requireTLS=no", true],
  ["smtp://localhost:1025", false],
  ["smtp://127.0.0.1:1025", false],
  ["smtp://[::1]:1025", false],
  ["smtp://localhost:1025?requireTLS=true", true],
  ["smtps://mail.example.org", false],
] as const)("%s requires STARTTLS: %s", ([url, isRequired]) => {
  expect(requiresStartTls(url)).toBe(isRequired);
});

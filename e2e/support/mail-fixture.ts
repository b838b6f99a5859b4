import { SMTPServer } from "smtp-server";
import { findFreePort } from "#lib/testing/free-port.ts";
import { getWorkerPort } from "./app-under-test.ts";
import { test as base } from "./fixtures.ts";
import type { AppWithSetupLink } from "./owner-sign-in.ts";
import { startApp } from "./start-app.ts";

type Mail = { port: number; letters: string[] };

/** A separate Postwright that sends e-mails to a mail server of this test, which stores them raw. */
export const test = base.extend<object, { mail: Mail; app: AppWithSetupLink }>({
  mail: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern to know what a fixture needs
    async ({}, use) => {
      const letters: string[] = [];
      const smtp = new SMTPServer({
        authOptional: true,
        disabledCommands: ["STARTTLS"],
        onData(stream, _session, done) {
          let text = "";
          stream.on("data", (bytes: Buffer) => (text += bytes));
          stream.on("end", () => {
            letters.push(text);
            done();
          });
        },
      });
      const port = await findFreePort();
      await new Promise<void>((resolve) => smtp.listen(port, "127.0.0.1", resolve));
      await use({ port, letters });
      await new Promise<void>((resolve) => smtp.close(resolve));
    },
    { scope: "worker" },
  ],
  app: [
    async ({ mail }, use) => {
      const app = await startApp({ PORT: getWorkerPort(), SMTP_URL: `smtp://127.0.0.1:${mail.port}` });
      await use(app);
      await app.stop();
    },
    { scope: "worker", timeout: 240_000 },
  ],
});

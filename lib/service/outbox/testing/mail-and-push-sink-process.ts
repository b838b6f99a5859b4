import { createDecipheriv, createECDH, createHmac, createPublicKey, verify } from "node:crypto";
import { createServer } from "node:http";
import { buffer } from "node:stream/consumers";
import PostalMime from "postal-mime";
import { SMTPServer } from "smtp-server";

/**
 * A mail server and a push service in one process: `node mail-and-push-sink-process.ts SMTP_PORT PUSH_PORT`. Received
 * messages are printed on standard output, one line of JSON each. Port 0 takes a free one; `-` leaves that part out.
 */
const [smtpPort = "-", pushPort = "-"] = process.argv.slice(2);
const tell = (line: unknown) => process.stdout.write(`${JSON.stringify(line)}\n`);

if (smtpPort !== "-") {
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onRcptTo(address, _session, done) {
      if (/^nobody@/.test(address.address))
        return done(Object.assign(new Error("No such user"), { responseCode: 550 }));
      if (/^later@/.test(address.address)) return done(Object.assign(new Error("Greylisted"), { responseCode: 451 }));
      done();
    },
    onData(stream, session, done) {
      void buffer(stream).then(async (raw) => {
        const mail = await PostalMime.parse(raw);
        const headers = mail.headers.map((header) => header.key);
        const rcpt = session.envelope.rcptTo.map((to) => to.address);
        const { subject, text, html, messageId, from, to } = mail;
        tell({
          mail: { rcpt, subject, text, html, messageId, from: from?.address, to: to?.map((one) => one.name), headers },
        });
        done();
      });
    },
  });
  smtp.listen(Number(smtpPort), "127.0.0.1", () => {
    const address = smtp.server.address();
    tell({ smtp: typeof address === "object" && address ? address.port : 0 });
  });
}

if (pushPort !== "-") {
  const browser = createECDH("prime256v1");
  browser.generateKeys();
  const auth = Buffer.alloc(16, 7);
  const http = createServer((request, response) => {
    void buffer(request).then((body) => {
      const path = request.url ?? "";
      const status = Number(/status-(\d+)/.exec(path)?.[1] ?? 201);
      const signed = isSigned(String(request.headers["authorization"]), `127.0.0.1:${pushOf(http)}`);
      tell({ push: { path, status, signed, ttl: request.headers["ttl"], payload: decrypt(body) } });
      response.writeHead(status).end();
    });
  });
  http.listen(Number(pushPort), "127.0.0.1", () => {
    const keys = { p256dh: browser.getPublicKey("base64url"), auth: auth.toString("base64url") };
    tell({ push_at: pushOf(http), keys });
  });

  /** Decrypts as a browser does: RFC 8188 with the keys of RFC 8291. */
  function decrypt(body: Buffer): unknown {
    const salt = body.subarray(0, 16);
    const keyLength = body.readUInt8(20);
    const sender = body.subarray(21, 21 + keyLength);
    const secret = browser.computeSecret(sender);
    const info = Buffer.concat([Buffer.from("WebPush: info\0"), browser.getPublicKey(), sender]);
    const ikm = expand(mac(auth, secret), info, 32);
    const prk = mac(salt, ikm);
    const key = expand(prk, Buffer.from("Content-Encoding: aes128gcm\0"), 16);
    const nonce = expand(prk, Buffer.from("Content-Encoding: nonce\0"), 12);
    const sealed = body.subarray(21 + keyLength);
    const cipher = createDecipheriv("aes-128-gcm", key, nonce).setAuthTag(sealed.subarray(-16));
    const plain = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()]);
    return JSON.parse(plain.subarray(0, plain.lastIndexOf(2)).toString("utf8"));
  }
}

const mac = (key: Buffer, data: Buffer) => createHmac("sha256", key).update(data).digest();
const expand = (prk: Buffer, info: Buffer, length: number) =>
  mac(prk, Buffer.concat([info, Buffer.from([1])])).subarray(0, length);

function pushOf(server: ReturnType<typeof createServer>): number {
  const address = server.address();
  return typeof address === "object" && address ? address.port : 0;
}

/** Checks VAPID, RFC 8292: the signature by the key in the header, for this very host. */
function isSigned(header: string, host: string): boolean {
  const token = /t=([^,\s]+)/.exec(header)?.[1] ?? "";
  const key = Buffer.from(/k=([^,\s]+)/.exec(header)?.[1] ?? "", "base64url");
  const [head = "", body = "", signature = ""] = token.split(".");
  const jwk = {
    kty: "EC",
    crv: "P-256",
    x: key.subarray(1, 33).toString("base64url"),
    y: key.subarray(33).toString("base64url"),
  };
  const claims = JSON.parse(Buffer.from(body, "base64url").toString("utf8"));
  const publicKey = createPublicKey({ key: jwk, format: "jwk" });
  const isRight = verify(
    "sha256",
    Buffer.from(`${head}.${body}`),
    { key: publicKey, dsaEncoding: "ieee-p1363" },
    Buffer.from(signature, "base64url"),
  );
  return (
    isRight && claims.aud === `http://${host}` && claims.exp * 1000 > Date.now() && claims.sub.startsWith("mailto:")
  );
}

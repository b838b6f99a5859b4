import { createServer } from "node:http";
import { Provider } from "oidc-provider";

/**
 * An OpenID provider in a process of its own, on loopback: the certified one from npm, with its own pages for sign-in
 * and consent. The login `grace` has the claims named on the command line; all others have only a subject.
 */
type ProviderUsers = Record<string, Record<string, unknown>>;
const [, , client = "", people = "{}", wantedPort = "0"] = process.argv;
const { id, secret, redirectUri } = JSON.parse(client) as { id: string; secret: string; redirectUri: string };
const claimsOf = JSON.parse(people) as ProviderUsers;

// The package's warnings concern providers in production.
console.warn = () => undefined;
console.info = () => undefined;

const server = createServer();
server.listen(Number(wantedPort), "127.0.0.1", () => {
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const issuer = `http://localhost:${port}`;
  const provider = new Provider(issuer, {
    clients: [{ client_id: id, client_secret: secret, redirect_uris: [redirectUri] }],
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
    pkce: { required: () => true },
    cookies: { keys: ["a secret of a test"] },
    findAccount: (_context, sub) => ({
      accountId: sub,
      claims: async () => ({ sub, ...(Object.hasOwn(claimsOf, sub) && claimsOf[sub]) }),
    }),
  });
  // The pages load a font from another host, which tests must not do.
  provider.use(async (context, next) => {
    await next();
    if (typeof context.body === "string") context.body = context.body.replace(/@import url\([^)]*\);?/g, "");
  });
  server.on("request", provider.callback());
  process.stdout.write(`${issuer}\n`);
});
// Ends with the parent process, however that process ended.
process.stdin.resume().on("end", () => process.exit(0));

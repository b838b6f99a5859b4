import { request } from "node:http";

type Came = { status: number; headers: Record<string, string | string[] | undefined>; text: string };

const api = "/@atproto/oauth-provider/~api";

/**
 * Consents on a real server's own page, as its script does in a browser: page, sign-in, consent, redirect. `fetch`
 * sends none of the headers by which the server recognizes a browser.
 * @param via the server's own address: a proxy in front would replace a browser's headers with its own.
 * @returns the address to which the server redirects the browser
 */
export async function giveConsent(
  page: string,
  owner: { did: string; handle: string; password: string },
  via: string,
): Promise<URL> {
  const { origin } = new URL(page);
  const cookies = new Map<string, string>();

  async function ask(url: string, headers: Record<string, string>, json?: object): Promise<Came> {
    const body = json && JSON.stringify(json);
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const came = await new Promise<Came>((resolve, reject) => {
      const outgoing = request(
        url.replace(origin, via),
        {
          method: json ? "POST" : "GET",
          headers: {
            "user-agent": "Mozilla/5.0 (X11; Linux x86_64)",
            ...headers,
            ...(cookie !== "" && { cookie }),
            ...(body !== undefined && {
              "content-type": "application/json",
              "content-length": String(Buffer.byteLength(body)),
            }),
          },
        },
        (answer) => {
          const chunks: Buffer[] = [];
          answer.on("data", (chunk: Buffer) => chunks.push(chunk));
          answer.once("error", reject);
          answer.once("end", () =>
            resolve({
              status: answer.statusCode ?? 0,
              headers: answer.headers,
              text: Buffer.concat(chunks).toString("utf8"),
            }),
          );
        },
      );
      outgoing.once("error", reject);
      outgoing.end(body);
    });
    for (const line of [came.headers["set-cookie"] ?? []].flat()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/u.exec(line) ?? [];
      cookies.set(name, value);
    }
    if (came.status >= 400) throw new Error(`${url} was answered ${came.status}: ${came.text.slice(0, 500)}`);
    return came;
  }

  const opening = { "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" };
  await ask(page, { ...opening, "sec-fetch-site": "cross-site" });
  const act = async (name: string, json: object, more: Record<string, string> = {}) => {
    const headers = {
      "sec-fetch-mode": "same-origin",
      "sec-fetch-site": "same-origin",
      "sec-fetch-dest": "empty",
      origin,
      referer: page,
      "x-csrf-token": cookies.get("csrf-token") ?? "",
      ...more,
    };
    return JSON.parse((await ask(`${origin}${api}/${name}`, headers, json)).text);
  };
  const signedIn = await act("sign-in", { locale: "en", username: owner.handle, password: owner.password });
  const bearer = { authorization: `Bearer ${signedIn.ephemeralToken}` };
  const { url } = await act("consent", { did: owner.did }, bearer);
  const back = await ask(url, { ...opening, "sec-fetch-site": "same-origin", referer: page });
  const location = [back.headers["location"] ?? ""].flat()[0] ?? "";
  return new URL(location);
}

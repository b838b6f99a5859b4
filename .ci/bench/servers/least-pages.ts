import { spawn } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { findFreePort } from "#lib/testing/free-port.ts";

const root = path.resolve(import.meta.dirname, "../../..");
const folder = path.join(root, ".cache", "least-pages");
const next = path.join(root, "node_modules", "next", "dist", "bin", "next");
const startMs = 60_000;

/** A page of the least app: its name, which is its path too, and the number of elements it is to have. */
export type LeastPage = { name: string; elements: number };
export type LeastPages = { origin: string; stop: () => Promise<void> };

const files: Readonly<Record<string, string>> = {
  "next.config.mjs": `export default { turbopack: { root: ${JSON.stringify(root)} } };`,
  "app/layout.jsx": `
    import Link from "next/link";
    export const dynamic = "force-dynamic";
    export default function Layout({ children }) {
      const names = JSON.parse(process.env.LEAST_PAGES).map(({ name }) => name);
      return (
        <html lang="en">
          <body>
            <nav>{names.map((name) => <Link key={name} href={"/" + name} prefetch={false}>{name}</Link>)}</nav>
            <main>{children}</main>
          </body>
        </html>
      );
    }`,
  // Three elements, and five for each row.
  "app/[name]/page.jsx": `
    export default async function Page({ params }) {
      const { name } = await params;
      const { elements } = JSON.parse(process.env.LEAST_PAGES).find((page) => page.name === name);
      const rows = Array.from({ length: Math.max(0, Math.round((elements - 3) / 5)) }, (_, at) => (
        <tr key={at}>
          <td><a href={"/posts/" + at}>Post {at} of the bench</a></td>
          <td>Published</td>
          <td>17:30</td>
        </tr>
      ));
      return <><h1>{name}</h1><table><tbody>{rows}</tbody></table></>;
    }`,
};

/**
 * Builds and starts a Next app with nothing else than links and tables from server components, which is the least that
 * a page switch of these lengths can cost with this framework.
 * @throws when it does not start
 */
export async function startLeastPages(pages: readonly LeastPage[]): Promise<LeastPages> {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await writeFile(path.join(folder, name), text);
  }
  const port = await findFreePort();
  const env = { ...process.env, NODE_ENV: "production" as const, LEAST_PAGES: JSON.stringify(pages) };
  const run = (...words: string[]) => spawn(process.execPath, [next, ...words], { cwd: folder, env, stdio: "ignore" });
  const built = await new Promise((resolve) => run("build").once("close", resolve));
  if (built !== 0) throw new Error(`Next could not build ${folder}.`);
  const server = run("start", "--port", String(port), "--hostname", "127.0.0.1");
  const ended = new Promise<void>((resolve) => server.once("close", () => resolve()));
  const stop = () => {
    server.kill();
    return ended;
  };
  const origin = `http://127.0.0.1:${port}`;
  const deadline = Date.now() + startMs;
  while (!(await isAnswered(`${origin}/${pages[0]?.name}`))) {
    if (Date.now() > deadline || server.exitCode !== null) {
      await stop();
      throw new Error("The least pages did not start.");
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return { origin, stop };
}

const isAnswered = (address: string) =>
  fetch(address).then(
    ({ ok }) => ok,
    () => false,
  );

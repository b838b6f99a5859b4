import { CodeBlock } from "./code-block.tsx";

/** The three calls of the quickstart, as a shell runs them. */
export function getQuickstartCommands(baseUrl: string): string {
  return [
    "export POSTWRIGHT_KEY=pw_…",
    `curl '${baseUrl}/channels' -H "x-api-key: $POSTWRIGHT_KEY"`,
    `curl '${baseUrl}/posts' -H "x-api-key: $POSTWRIGHT_KEY" --json '{"channels":["CHANNEL_ID"],"text":"Hello"}'`,
  ].join("\n");
}

/** Publishes a first post on a practice channel. `/docs.js` fills in the ids of the person who is signed in. */
export function Quickstart({ baseUrl }: { baseUrl: string }) {
  return (
    <section aria-labelledby="quickstart" data-quickstart className="mt-8">
      <h2 id="quickstart" className="scroll-mt-6 text-17 font-semibold">
        Quickstart
      </h2>
      <ol className="my-2 grid max-w-[72ch] list-decimal gap-1.5 pl-5 marker:text-ink-3">
        <li>
          Create a key under{" "}
          <a href="/profile" className="text-accent underline underline-offset-2">
            Profile, API keys
          </a>
          .
        </li>
        <li>List your channels and choose a practice channel: its posts go nowhere else.</li>
        <li>Publish. The answer has one post for each channel.</li>
      </ol>
      <CodeBlock label="Quickstart commands" code={getQuickstartCommands(baseUrl)} />
    </section>
  );
}

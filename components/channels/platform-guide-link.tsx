import type { ConnectionMethod } from "#lib/contract/types.ts";

/** Leads to the platform's steps in the guide; a new tab keeps what was typed. */
export function PlatformGuideLink({
  method: { platform, name },
}: {
  method: Pick<ConnectionMethod, "platform" | "name">;
}) {
  return (
    <a
      href={`/docs/connect#${platform}`}
      target="_blank"
      rel="noreferrer"
      className="text-accent underline underline-offset-2"
    >
      Guide for {name}
    </a>
  );
}

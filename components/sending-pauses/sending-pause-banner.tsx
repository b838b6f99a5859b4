import type { SendingPause } from "#lib/contract/types.ts";
import type { DisplayPreferences } from "#lib/time/display-preferences.ts";
import { formatInstant } from "#lib/time/format.ts";

type SendingPauseBannerProps = {
  pauses: readonly SendingPause[];
  reader: Pick<DisplayPreferences, "zone" | "clock">;
  mayResume: boolean;
};

/** Tells everyone on every page what is paused, by whom, why and since when. */
export function SendingPauseBanner({ pauses, reader, mayResume }: SendingPauseBannerProps) {
  if (pauses.length === 0) return null;
  return (
    <section
      aria-label="Sending is paused"
      className="border-b bg-publishing-wash px-7 py-2.5 text-13 text-publishing max-sm:px-4"
    >
      <ul className="grid gap-1">
        {pauses.map((pause) => (
          <li key={pause.id} className="wrap-anywhere">
            <strong className="font-semibold">
              Sending is paused{pause.channel ? ` on ${pause.channel.name}` : ""}
            </strong>{" "}
            by {pause.paused_by.name} since{" "}
            <time dateTime={pause.paused_at}>
              {formatInstant(new Date(pause.paused_at), reader.zone, { clock: reader.clock })}
            </time>
            : {pause.reason}
          </li>
        ))}
      </ul>
      {mayResume ? (
        // A full page load: the section is on a page that reads the pauses again.
        <a href="/organization#sending" className="font-semibold underline underline-offset-2 pointer-coarse:py-3">
          Resume sending
        </a>
      ) : null}
    </section>
  );
}

import { Card } from "#components/ui/layout/card.tsx";
import { Section } from "#components/ui/layout/section.tsx";
import type { SendingPause } from "#lib/contract/types.ts";
import { PauseSendingButton } from "./pause-sending-button.tsx";
import { ResumeSendingButton } from "./resume-sending-button.tsx";

type SendingSectionProps = { pauses: readonly SendingPause[]; mayPause: boolean };

/** Shows whether the organization sends, with the button that pauses everything and one for each pause that lifts it. */
export function SendingSection({ pauses, mayPause }: SendingSectionProps) {
  const isAllPaused = pauses.some((pause) => pause.channel === null);
  return (
    <Section id="sending" title="Sending">
      <Card>
        <p className="text-14 text-ink-2">
          {pauses.length === 0
            ? "Posts are sent at their times. If something goes wrong, pause all sending."
            : "Posts that are due wait until sending resumes."}
        </p>
        {pauses.length > 0 ? (
          <ul aria-label="Pauses" className="mt-3 divide-y border-y">
            {pauses.map((pause) => (
              <li key={pause.id} className="flex flex-wrap items-center gap-3 py-2.5">
                <p className="min-w-0 flex-1 basis-60 text-14 wrap-anywhere">
                  <strong className="font-semibold">{pause.channel?.name ?? "All channels"}</strong>
                  <span className="block text-13 text-ink-3">
                    {pause.paused_by.name}: {pause.reason}
                  </span>
                </p>
                {mayPause ? (
                  <ResumeSendingButton pause={pause} isStillPaused={pause.channel ? isAllPaused : pauses.length > 1} />
                ) : null}
              </li>
            ))}
          </ul>
        ) : null}
        {mayPause && !isAllPaused ? (
          <div className="mt-3">
            <PauseSendingButton channel={null} />
          </div>
        ) : null}
      </Card>
    </Section>
  );
}

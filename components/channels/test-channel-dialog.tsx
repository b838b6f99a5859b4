"use client";
import { CircleAlert, CircleCheck } from "lucide-react";
import { useState } from "react";
import { Button } from "#components/ui/controls/button.tsx";
import { Banner } from "#components/ui/feedback/banner.tsx";
import { Dialog } from "#components/ui/overlays/dialog.tsx";
import { testChannel } from "#lib/actions/channels.ts";
import type { Failure, Result } from "#lib/contract/errors.ts";
import { describeFailure } from "#lib/contract/messages/describe-failure.ts";
import type { ChannelDetail, ChannelTest, ConnectionMethod } from "#lib/contract/types.ts";
import { toReadFailure } from "#lib/queries/read-resource.ts";
import { describeChannelTest } from "./describe-channel-test.ts";

type TestChannelDialogProps = {
  channel: ChannelDetail;
  method: ConnectionMethod;
  onClose: () => void;
  /** Posts to a practice channel of the platform instead, where nobody outside sees it. */
  onPractice: () => void;
};

/** Says what a test publishes, runs it, and shows each step with the platform's answers. */
export function TestChannelDialog({ channel, method, onClose, onPractice }: TestChannelDialogProps) {
  const [busy, setBusy] = useState(false);
  const [test, setTest] = useState<ChannelTest | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);

  async function run() {
    setBusy(true);
    setFailure(null);
    const { ok, error } = await testChannel({ id: channel.id }).catch(
      (thrown: unknown): Result<ChannelTest> => ({ error: toReadFailure(thrown) }),
    );
    setBusy(false);
    setTest(ok ?? null);
    setFailure(error ?? null);
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={`Test ${channel.name}`}
      description={test ? summarize(test) : "Find out now whether posts reach the account."}
      actions={
        test ? (
          <Button variant="filled" onClick={onClose}>
            Done
          </Button>
        ) : (
          <>
            <Button variant="quiet" disabled={busy} onClick={onPractice}>
              Use a practice channel
            </Button>
            <Button variant="filled" pending={busy} onClick={() => void run()}>
              Post the test
            </Button>
          </>
        )
      }
    >
      {test ? (
        <TestResult test={test} />
      ) : (
        <ul className="grid list-disc gap-1.5 pl-4 text-14 text-ink-2">
          {describeChannelTest(channel, method).map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
      {/* The result is the dialog's description too, which screen readers don't read again. */}
      <p role="status" className={test ? "sr-only" : "text-13 text-ink-3"}>
        {busy ? "Testing. This takes up to a minute and continues if you close this." : test ? summarize(test) : ""}
      </p>
      {failure ? (
        <p role="alert" className="text-14 text-failed">
          {failure.message} {describeFailure(failure).next}
        </p>
      ) : null}
    </Dialog>
  );
}

const labels: Record<ChannelTest["steps"][number]["name"], string> = {
  text: "Post a text",
  reply: "Reply to it",
  image: "Post an image",
  look_up: "Look it up",
  take_down: "Take it down",
};

function summarize({ steps, still_public: left }: ChannelTest): string {
  if (left.length > 0 && steps.every(({ name, succeeded }) => succeeded || name === "take_down"))
    return "Posts reach the account. Delete the test there.";
  const failed = steps.filter(({ succeeded }) => !succeeded).length;
  if (failed === 0) return "Everything works, and the test is deleted.";
  return `${failed === 1 ? "One step" : `${failed} steps`} did not work.`;
}

function TestResult({ test: { steps, still_public: left } }: { test: ChannelTest }) {
  return (
    <div className="grid gap-3">
      {left.length > 0 ? (
        <Banner tone="gold">
          Still public, delete it there:{" "}
          {left.map((address) => (
            <span key={address} className="block wrap-anywhere">
              {/^https?:/u.test(address) ? (
                <a href={address} target="_blank" rel="noreferrer" className="underline underline-offset-2">
                  {address}
                </a>
              ) : (
                address
              )}
            </span>
          ))}
        </Banner>
      ) : null}
      <ol aria-label="Steps" className="grid gap-2">
        {steps.map(({ name, outcome, succeeded, note, exchanges }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the steps are a fixed record, and a name occurs several times
          <li key={index} className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 text-14">
            {succeeded ? (
              <CircleCheck aria-hidden="true" className="mt-0.5 size-4 text-published" />
            ) : (
              <CircleAlert aria-hidden="true" className="mt-0.5 size-4 text-failed" />
            )}
            <div className="min-w-0">
              <p>
                {labels[name]}:{" "}
                <span className={succeeded ? "text-ink-3" : "text-failed"}>{formatOutcome(outcome)}</span>
              </p>
              {note === null ? null : <p className="text-13 text-ink-2 wrap-anywhere">{note}</p>}
              {exchanges.length > 0 ? (
                <details className="text-13 text-ink-3">
                  <summary className="w-fit cursor-pointer py-0.5">
                    {exchanges.length === 1 ? "The answer" : `${exchanges.length} answers`}
                    <span className="sr-only"> to: {labels[name]}</span>
                  </summary>
                  {exchanges.map(({ method, path, status, answer }, request) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: the requests are a fixed record
                    <div key={request} className="mt-1.5">
                      <p className="wrap-anywhere">
                        {method} {path}: {status ?? "no answer"}
                      </p>
                      <pre
                        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled text is reached by keyboard
                        tabIndex={0}
                        className="mt-1 max-h-44 overflow-auto whitespace-pre-wrap rounded-control bg-sunk px-3 py-2 font-mono text-12 wrap-anywhere"
                      >
                        {answer === "" ? "(empty)" : answer}
                      </pre>
                    </div>
                  ))}
                </details>
              ) : null}
            </div>
          </li>
        ))}
      </ol>
    </div>
  );
}

const formatOutcome = (outcome: string): string => outcome.replaceAll("_", " ");

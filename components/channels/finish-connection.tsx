"use client";
import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { announce } from "#components/ui/announce";
import { ButtonLink } from "#components/ui/button-link";
import { Card } from "#components/ui/card";
import { showToast } from "#components/ui/toast";
import { finishConnection } from "#lib/actions/connecting";
import type { Failure, Result } from "#lib/contract/errors";
import type { ChannelDetail } from "#lib/contract/types";
import { failureOf } from "#lib/queries/read";

type FinishConnectionProps = { state: string; code: string | null; error: string | null };

/** Answers under way, by their state: React may draw a page twice, and each counts once. */
const underWay = new Map<string, Promise<Result<ChannelDetail>>>();

/** Brings back what the platform sent with the person, and leads on to the channel; what went wrong stays to be read. */
export function FinishConnection({ state, code, error }: FinishConnectionProps) {
  const router = useRouter();
  const [failure, setFailure] = useState<Failure | null>(null);

  useEffect(() => {
    let isGone = false;
    const answer = underWay.get(state) ?? finish({ state, code, error });
    underWay.set(state, answer);
    // Used up as it is, the code need not lie in the history of this browser.
    window.history.replaceState(window.history.state, "", window.location.pathname);
    void answer.then(({ ok, error: refused }) => {
      if (isGone) return;
      if (!ok) {
        announce(refused.message);
        return setFailure(refused);
      }
      showToast({ message: `${ok.name} is connected` });
      router.replace(`/channels#${ok.id}`);
    });
    return () => {
      isGone = true;
    };
  }, [state, code, error, router]);

  if (!failure) {
    return (
      <p role="status" className="text-14 text-ink-2">
        Connecting your account…
      </p>
    );
  }
  return (
    <Card title="The account was not connected" className="max-w-[560px]">
      <div className="grid gap-4">
        <p className="text-14 text-ink-2">{failure.message}</p>
        <ButtonLink href="/channels" variant="filled" className="w-fit">
          Back to the channels
        </ButtonLink>
      </div>
    </Card>
  );
}

async function finish({ state, code, error }: FinishConnectionProps): Promise<Result<ChannelDetail>> {
  const answer = { state, ...(code !== null && { code }), ...(error !== null && { error }) };
  return await finishConnection(answer).catch(
    (thrown: unknown): Result<ChannelDetail> => ({ error: failureOf(thrown) }),
  );
}

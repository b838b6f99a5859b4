"use client";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { showToast } from "#components/ui/toast";
import { changeChannel, connectChannel, disconnectChannel, reconnectChannel } from "#lib/actions/channels";
import type { Failure, Result } from "#lib/contract/errors";
import type { ChannelDetail } from "#lib/contract/types";
import { failureOf } from "#lib/queries/read";

export type ChannelFields = { platform: string; name: string; members: string[] | null };
export type Leaving = { scheduled?: "cancel" | "move"; move_to?: string };

/** The connected channels and what can be done to them; each answer is shown at once. */
export function useChannels(first: readonly ChannelDetail[]) {
  const [channels, setChannels] = useState(first);
  const [busy, setBusy] = useState<string | null>(null);
  const router = useRouter();
  const put = (one: ChannelDetail) => setChannels((all) => all.map((each) => (each.id === one.id ? one : each)));

  async function run<T>(id: string, act: () => Promise<Result<T>>, onDone: (done: T) => void): Promise<Failure | null> {
    setBusy(id);
    const answer = await act().catch((error: unknown): Result<T> => ({ error: failureOf(error) }));
    setBusy(null);
    if (answer.error) return answer.error;
    onDone(answer.ok);
    return null;
  }

  return {
    ...{ channels, busy },
    /** One that came or changed by itself; in its place, or at the end. */
    take: (one: ChannelDetail) =>
      setChannels((all) =>
        all.some(({ id }) => id === one.id) ? all.map((each) => (each.id === one.id ? one : each)) : [...all, one],
      ),
    connect: (fields: ChannelFields) =>
      run(
        "new",
        () => connectChannel(fields),
        (made) => {
          setChannels((all) => [...all, made]);
          showToast({ message: `${made.name} is connected` });
        },
      ),
    change: (channel: ChannelDetail, { name, members }: ChannelFields) =>
      run(channel.id, () => changeChannel({ id: channel.id, name, members }), put),
    reconnect: (channel: ChannelDetail) =>
      run(
        channel.id,
        () => reconnectChannel({ id: channel.id }),
        (done) => {
          put(done);
          showToast({ message: `${done.name} is connected again` });
        },
      ),
    disconnect: (channel: ChannelDetail, leaving: Leaving) =>
      run(
        channel.id,
        () => disconnectChannel({ id: channel.id, ...leaving }),
        ({ canceled, moved }) => {
          setChannels((all) => all.filter((one) => one.id !== channel.id));
          const rest = canceled > 0 ? `, ${canceled} canceled` : moved > 0 ? `, ${moved} moved` : "";
          showToast({ message: `${channel.name} is disconnected${rest}` });
          // Counts of the channel that took them in are another's now.
          if (moved > 0) router.refresh();
        },
      ),
  };
}

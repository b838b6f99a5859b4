"use client";
import { useState } from "react";
import { showToast } from "#components/ui/feedback/toast.tsx";
import { connectPracticeChannel, disconnectChannel, reconnectChannel, updateChannel } from "#lib/actions/channels.ts";
import type { Failure, Result } from "#lib/contract/errors.ts";
import type { ChannelDetail } from "#lib/contract/types.ts";
import { channelDetailsQuery as reading } from "#lib/queries/channels.ts";
import { toReadFailure } from "#lib/queries/read-resource.ts";
import { useLiveQuery, useLiveQueryRegistry } from "#lib/realtime/use-live-query.ts";

export type ChannelFormValues = { platform: string; name: string; members: string[] | null };
export type DisconnectOptions = { scheduled?: "cancel" | "move"; move_to?: string };

/** Holds the connected channels, kept up to date by events, and their actions; each answer shows at once. */
export function useChannels(first: readonly ChannelDetail[], readAtMs: number) {
  const desk = useLiveQueryRegistry();
  const { data: channels } = useLiveQuery(reading, first, readAtMs);
  const [busy, setBusy] = useState<string | null>(null);

  async function show(change: (all: readonly ChannelDetail[]) => readonly ChannelDetail[]): Promise<void> {
    const { client } = await desk.wake();
    // A read that started before the change would restore the earlier state.
    await client.cancelQueries({ queryKey: reading.queryKey });
    client.setQueryData<readonly ChannelDetail[]>(reading.queryKey, (all) => all && change(all));
    readAgain();
  }
  const readAgain = () => void desk.touch("channels").catch(() => undefined);
  /** Replaces the channel in the list or adds it at the end. */
  const put = (one: ChannelDetail) =>
    show((all) =>
      all.some(({ id }) => id === one.id) ? all.map((each) => (each.id === one.id ? one : each)) : [...all, one],
    );

  async function run<T>(
    id: string,
    act: () => Promise<Result<T>>,
    onDone: (done: T) => Promise<void>,
  ): Promise<Failure | null> {
    setBusy(id);
    const answer = await act().catch((error: unknown): Result<T> => ({ error: toReadFailure(error) }));
    setBusy(null);
    if (answer.error) {
      // After a failure the shown state is usually out of date.
      readAgain();
      return answer.error;
    }
    await onDone(answer.ok).catch(() => undefined);
    return null;
  }

  return {
    channels,
    busy,
    /** Adds or updates a channel that did not come from an action here. */
    take: (one: ChannelDetail) => void put(one).catch(() => undefined),
    connect: (fields: ChannelFormValues) =>
      run(
        "new",
        () => connectPracticeChannel(fields),
        (made) => {
          showToast({ message: `${made.name} connected` });
          return put(made);
        },
      ),
    change: (channel: ChannelDetail, { name, members }: ChannelFormValues) =>
      run(channel.id, () => updateChannel({ id: channel.id, name, members }), put),
    reconnect: (channel: ChannelDetail) =>
      run(
        channel.id,
        () => reconnectChannel({ id: channel.id }),
        (done) => {
          showToast({ message: `${done.name} reconnected` });
          return put(done);
        },
      ),
    disconnect: (channel: ChannelDetail, leaving: DisconnectOptions) =>
      run(
        channel.id,
        () => disconnectChannel({ id: channel.id, ...leaving }),
        ({ canceled, moved }) => {
          const rest = canceled > 0 ? `, ${canceled} canceled` : moved > 0 ? `, ${moved} moved` : "";
          showToast({ message: `${channel.name} disconnected${rest}` });
          return show((all) => all.filter((one) => one.id !== channel.id));
        },
      ),
  };
}

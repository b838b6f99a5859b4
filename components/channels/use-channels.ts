"use client";
import { useState } from "react";
import { showToast } from "#components/ui/feedback/toast.tsx";
import { connectPracticeChannel, disconnectChannel, reconnectChannel, updateChannel } from "#lib/actions/channels.ts";
import type { Failure, Result } from "#lib/contract/errors.ts";
import type { ChannelDetail } from "#lib/contract/types.ts";
import { channelDetailsQuery } from "#lib/queries/channels.ts";
import { toReadFailure } from "#lib/queries/read-resource.ts";
import { useLazyLiveQueryClient, useLiveQuery } from "#lib/realtime/use-live-query.ts";

export type ChannelFormValues = { platform: string; name: string; members: string[] | null };
export type DisconnectOptions = { scheduled?: "cancel" | "move"; move_to?: string };

/** Holds the connected channels, kept up to date by events, and their actions; each answer shows at once. */
export function useChannels(first: readonly ChannelDetail[], readAtMs: number) {
  const registry = useLazyLiveQueryClient();
  const { data: channels } = useLiveQuery(channelDetailsQuery, first, readAtMs);
  const [busy, setBusy] = useState<string | null>(null);

  async function updateList(change: (current: readonly ChannelDetail[]) => readonly ChannelDetail[]): Promise<void> {
    const { client } = await registry.wake();
    // A read that started before the change would restore the earlier state.
    await client.cancelQueries({ queryKey: channelDetailsQuery.queryKey });
    client.setQueryData<readonly ChannelDetail[]>(
      channelDetailsQuery.queryKey,
      (current) => current && change(current),
    );
    refetch();
  }
  const refetch = () => void registry.touch("channels").catch(() => undefined);
  /** Replaces the channel in the list or adds it at the end. */
  const replace = (one: ChannelDetail) =>
    updateList((current) =>
      current.some(({ id }) => id === one.id)
        ? current.map((each) => (each.id === one.id ? one : each))
        : [...current, one],
    );

  async function run<T>(
    id: string,
    request: () => Promise<Result<T>>,
    onSuccess: (updated: T) => Promise<void>,
  ): Promise<Failure | null> {
    setBusy(id);
    const result = await request().catch((error: unknown): Result<T> => ({ error: toReadFailure(error) }));
    setBusy(null);
    if (result.error) {
      // After a failure the shown state is usually out of date.
      refetch();
      return result.error;
    }
    await onSuccess(result.ok).catch(() => undefined);
    return null;
  }

  return {
    channels,
    busy,
    /** Adds or updates a channel that did not come from an action here. */
    addConnected: (one: ChannelDetail) => void replace(one).catch(() => undefined),
    connect: (fields: ChannelFormValues) =>
      run(
        "new",
        () => connectPracticeChannel(fields),
        (created) => {
          showToast({ message: `${created.name} connected` });
          return replace(created);
        },
      ),
    change: (channel: ChannelDetail, { name, members }: ChannelFormValues) =>
      run(channel.id, () => updateChannel({ id: channel.id, name, members }), replace),
    reconnect: (channel: ChannelDetail) =>
      run(
        channel.id,
        () => reconnectChannel({ id: channel.id }),
        (updated) => {
          showToast({ message: `${updated.name} reconnected` });
          return replace(updated);
        },
      ),
    disconnect: (channel: ChannelDetail, options: DisconnectOptions) =>
      run(
        channel.id,
        () => disconnectChannel({ id: channel.id, ...options }),
        ({ canceled, moved }) => {
          const postsNote = `${moved > 0 ? `, ${moved} moved` : ""}${canceled > 0 ? `, ${canceled} canceled` : ""}`;
          showToast({ message: `${channel.name} disconnected${postsNote}` });
          return updateList((current) => current.filter((one) => one.id !== channel.id));
        },
      ),
  };
}

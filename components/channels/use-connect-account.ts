"use client";
import { useState } from "react";
import { showToast } from "#components/ui/feedback/toast.tsx";
import { connectAccount, sendTestPost } from "#lib/actions/channel-connections.ts";
import type { Failure, Result } from "#lib/contract/errors.ts";
import { formatAccountHandle } from "#lib/contract/platforms/format-account-handle.ts";
import { formatPlatformName } from "#lib/contract/platforms/platform-names.ts";
import type { ChannelDetail } from "#lib/contract/types.ts";
import { toReadFailure } from "#lib/queries/read-resource.ts";

export type ConnectAccountFields = {
  platform: string;
  name?: string;
  host?: string;
  values?: Record<string, string>;
  account?: string;
  channel_id?: string;
};

/** Returns the functions that connect accounts on platforms. `onChannel` receives each new or changed channel. */
export function useConnectAccount(onChannel: (channel: ChannelDetail) => void) {
  const [testing, setTesting] = useState<string | null>(null);

  /**
   * Resolves with null when the account is connected or the browser is opening the platform's page; otherwise with the
   * failure.
   */
  async function connect(fields: ConnectAccountFields): Promise<Failure | null> {
    const result = await catchFailure(connectAccount(fields));
    if (result.error) return result.error;
    const { channel, authorize_url: url } = result.ok;
    if (url !== null) {
      // This page stays busy until the platform's page opens.
      window.location.assign(url);
      return new Promise(() => {});
    }
    if (channel) {
      onChannel(channel);
      showToast({ message: `${channel.name} connected` });
    }
    return null;
  }

  async function test({ id, platform, username }: ChannelDetail): Promise<Failure | null> {
    setTesting(id);
    const result = await catchFailure(sendTestPost({ platform }));
    setTesting(null);
    if (result.error) return result.error;
    const { channel } = result.ok;
    onChannel(channel);
    showToast({
      links: [{ label: "View", href: `/practice/${channel.username}` }],
      message: `Test published to ${channel.name}, a ${formatPlatformName(platform)} practice channel. Nothing was posted as ${formatAccountHandle(username)}.`,
    });
    return null;
  }

  return { testing, connect, test };
}

const catchFailure = <T>(request: Promise<Result<T>>) =>
  request.catch((error: unknown): Result<T> => ({ error: toReadFailure(error) }));

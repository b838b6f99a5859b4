import type { Metadata } from "next";
import { ConnectionCallback } from "#components/channels/connection-callback.tsx";
import { Page } from "#components/ui/layout/page.tsx";

export const metadata: Metadata = { title: "Connecting an account" };

type ConnectionCallbackRouteProps = { searchParams: Promise<Record<string, string | string[] | undefined>> };

/**
 * The page a platform redirects to after an account's owner grants access. Opening the page changes nothing: the
 * browser then sends the request that connects.
 */
export default async function ConnectionCallbackRoute({ searchParams }: ConnectionCallbackRouteProps) {
  const asked = await searchParams;
  const text = (name: string, most: number) => {
    const value = asked[name];
    return typeof value === "string" && value !== "" ? value.slice(0, most) : null;
  };
  return (
    <Page title="Connecting an account">
      <ConnectionCallback
        state={text("state", 500)}
        code={text("code", 4_000)}
        error={text("error", 500)}
        iss={text("iss", 1_000)}
      />
    </Page>
  );
}

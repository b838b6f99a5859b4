import type { Metadata } from "next";
import { AuthIllustration } from "#components/shell/auth-layout/auth-illustration.tsx";
import { getVisitor } from "#lib/gateway/account/call-embedded-service.ts";
import { isSetupOpen } from "#lib/gateway/account/first-setup.ts";
import { getServiceLocation, isEmbeddedService } from "#lib/gateway/service-location.ts";
import { SetupGate } from "./setup-gate.tsx";

export const metadata: Metadata = { title: "Set up" };

type SetupRouteProps = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function SetupRoute({ searchParams }: SetupRouteProps) {
  const { token } = await searchParams;
  const given = typeof token === "string" ? token : "";
  const isOpen = given !== "" && given.length <= 200 && (await isSetupOpen(given));
  // Visitors do not learn the address of a remote service, where nobody can be set up from here anyway.
  const origin = isEmbeddedService() ? getServiceLocation().baseUrl.replace(/\/v1$/, "") : "";
  const { device } = await getVisitor();
  return <SetupGate isOpen={isOpen} token={given} origin={origin} device={device} picture={<AuthIllustration />} />;
}

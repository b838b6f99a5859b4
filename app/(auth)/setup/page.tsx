import type { Metadata } from "next";
import { FrontPicture } from "#components/shell/auth-layout/auth-illustration.tsx";
import { isSetupOpen } from "#lib/gateway/account/first-setup.ts";
import { serviceAt } from "#lib/gateway/service-location.ts";
import { readVisitor } from "#lib/gateway/account/embedded-account-calls.ts";
import { SetupGate } from "./setup-gate.tsx";

export const metadata: Metadata = { title: "Set up" };

type SetupPageProps = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function SetupPage({ searchParams }: SetupPageProps) {
  const { token } = await searchParams;
  const given = typeof token === "string" ? token : "";
  const isOpen = given !== "" && given.length <= 200 && (await isSetupOpen(given));
  const origin = serviceAt().baseUrl.replace(/\/v1$/, "");
  const { device } = await readVisitor();
  return <SetupGate isOpen={isOpen} token={given} origin={origin} device={device} picture={<FrontPicture />} />;
}

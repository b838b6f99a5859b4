import type { Metadata } from "next";
import { SetupForm } from "#components/settings/setup-form";
import { Front } from "#components/shell/front";
import { ButtonLink } from "#components/ui/button-link";
import { isSetupOpen } from "#lib/gateway/first-setup";
import { serviceAt } from "#lib/gateway/service-at";
import { SetupGate } from "./setup-gate.tsx";

export const metadata: Metadata = { title: "Set up", referrer: "no-referrer" };

type SetupPageProps = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function SetupPage({ searchParams }: SetupPageProps) {
  const { token } = await searchParams;
  const given = typeof token === "string" ? token : "";
  const isOpen = given !== "" && given.length <= 200 && (await isSetupOpen(given));
  const origin = serviceAt().baseUrl.replace(/\/v1$/, "");
  return (
    <SetupGate
      isOpen={isOpen}
      form={
        <Front
          title="Set up your organization"
          lead="One minute, nothing else to install. This link works once."
          foot="Data stays where Postwright runs."
        >
          <SetupForm token={given} origin={origin} />
        </Front>
      }
      closed={
        <Front
          title="This link does not work"
          lead="It was used already, or it is not the one printed at the last start. Nothing was changed."
        >
          <ButtonLink href="/sign-in" variant="filled" size="large" className="w-full">
            Sign in
          </ButtonLink>
        </Front>
      }
    />
  );
}

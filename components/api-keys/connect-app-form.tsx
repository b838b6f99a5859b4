"use client";
import { useState } from "react";
import { Button } from "#components/ui/controls/button.tsx";
import { buttonClass } from "#components/ui/controls/button-class.tsx";
import { RadioGroup } from "#components/ui/controls/radio-group.tsx";
import { Banner } from "#components/ui/feedback/banner.tsx";
import { connectApp } from "#lib/actions/auth/connect-app.ts";
import { describeFailure } from "#lib/contract/messages/describe-failure.ts";
import { getScopeLabel } from "#lib/contract/scopes.ts";
import { toReadFailure } from "#lib/queries/read-resource.ts";
import { withConfirmation } from "#lib/queries/with-confirmation.ts";
import { formatRedirectTarget } from "./api-key-labels.ts";

type ConnectAppFormProps = {
  request: {
    name: string;
    redirectUri: string;
    publisher: string | null;
    role: string;
    scopes: readonly string[];
    cancelUrl: string;
  };
  /** The query of the app's request. The server reads it again: nothing else of this page counts. */
  search: string;
};

const writeScope = "posts:write";

/** Shows an app's access and lets the person allow it. Only a person's click sends anything to the app. */
export function ConnectAppForm({ request, search }: ConnectAppFormProps) {
  const { name, redirectUri, publisher, role, scopes, cancelUrl } = request;
  const [posts, setPosts] = useState<"drafts" | "all">("drafts");
  const [status, setStatus] = useState<"open" | "busy" | "done">("open");
  const [problem, setProblem] = useState<string | null>(null);
  const target = formatRedirectTarget(redirectUri);

  async function onAllow() {
    setStatus("busy");
    setProblem(null);
    const allow = () => connectApp({ search, draftsOnly: posts === "drafts" });
    const answer = await withConfirmation(allow).catch((error: unknown) => ({
      ok: undefined,
      error: toReadFailure(error),
    }));
    if (answer.ok) {
      setStatus("done");
      return location.assign(answer.ok.url);
    }
    setStatus("open");
    setProblem(`${answer.error.message} ${describeFailure(answer.error).next}`);
  }

  if (status === "done") {
    return (
      <Banner role="status" title={`${name} is connected.`}>
        Return to the app. You can close this page.
      </Banner>
    );
  }
  return (
    <div className="grid gap-5">
      <dl className="grid gap-x-4 gap-y-2 text-14 sm:grid-cols-[auto_minmax(0,1fr)]">
        <dt className="text-ink-3">Returns to</dt>
        <dd className="font-medium wrap-anywhere">{target}</dd>
        {publisher === null ? null : (
          <>
            <dt className="text-ink-3">Published by</dt>
            <dd className="font-medium wrap-anywhere">{publisher}</dd>
          </>
        )}
        <dt className="text-ink-3">It can</dt>
        <dd>
          <ul className="grid gap-1">
            {scopes
              .filter((scope) => scope !== writeScope)
              .map((scope) => (
                <li key={scope}>{getScopeLabel(scope, role)}</li>
              ))}
          </ul>
        </dd>
      </dl>
      {scopes.includes(writeScope) ? (
        <RadioGroup
          legend="Your posts"
          options={[
            { value: "drafts", label: "Drafts only: a person publishes them" },
            { value: "all", label: "Create, schedule, edit and delete posts" },
          ]}
          value={posts}
          onChange={setPosts}
        />
      ) : null}
      {publisher === null ? (
        <p className="text-13 text-ink-3">Allow it only if you started this in the app a moment ago.</p>
      ) : null}
      {problem === null ? null : (
        <Banner tone="failed" role="alert">
          {problem}
        </Banner>
      )}
      <div className="grid gap-2">
        <Button
          variant="filled"
          size="large"
          className="w-full"
          pending={status === "busy"}
          onClick={() => void onAllow()}
        >
          Allow
        </Button>
        <a href={cancelUrl} className={`${buttonClass("quiet", "large")} w-full`}>
          Cancel
        </a>
      </div>
    </div>
  );
}

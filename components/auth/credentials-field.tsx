"use client";
import { Checkbox } from "#components/ui/controls/checkbox.tsx";
import { Banner } from "#components/ui/feedback/banner.tsx";

type CredentialsFieldProps = {
  credentials: readonly { id: string; title: string; facts: string }[];
  /** True when somebody has already proven that they read mail at this address. */
  wasConfirmed: boolean;
  /** Ids that were ticked when the form was last submitted. */
  keep: readonly string[];
};

/** Lists the account's other credentials. Only ticked ones survive the reset. */
export function CredentialsField({ credentials, wasConfirmed, keep }: CredentialsFieldProps) {
  return (
    <fieldset className="grid gap-2.5 border-t pt-4" aria-describedby="credentials-note">
      <legend className="float-left text-15 font-semibold">What else can access this account</legend>
      <p id="credentials-note" className="clear-both text-14 text-ink-2">
        Setting the password removes all of these. Select what you added yourself and want to keep. Programs with a
        removed API key stop working; scheduled posts are still published.
      </p>
      {wasConfirmed ? null : (
        <Banner tone="gold">
          This e-mail address was never confirmed. If someone else may have created this account, keep nothing.
        </Banner>
      )}
      <ul className="grid divide-y rounded-card border">
        {credentials.map(({ id, title, facts }) => (
          <li key={id} className="flex items-center gap-3 px-3 py-2.5">
            <div className="min-w-0 flex-1">
              <p className="text-14 font-medium [overflow-wrap:anywhere]">{title}</p>
              <p className="text-13 text-ink-3 [overflow-wrap:anywhere]">{facts}</p>
            </div>
            <Checkbox name="keep" value={id} defaultChecked={keep.includes(id)} aria-label={`Keep ${title}`}>
              Keep
            </Checkbox>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}

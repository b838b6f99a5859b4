import { Field } from "#components/ui/field";
import { TextInput } from "#components/ui/text-input";

type CodeFieldProps = {
  error?: string | undefined;
  /** Asks for a recovery code in place of the app's. */
  isRecovery?: boolean;
  size?: "medium" | "large";
};

/** The field for a code of an authenticator app, or for a recovery code. */
export function CodeField({ error, isRecovery = false, size = "medium" }: CodeFieldProps) {
  return (
    <Field
      label={isRecovery ? "Recovery code" : "Authentication code"}
      error={error}
      hint={
        isRecovery
          ? "One of the codes you saved when you turned on two-step verification. Each works once."
          : "The six digits that your authenticator app shows."
      }
    >
      {(control) => (
        <TextInput
          {...control}
          name="code"
          size={size}
          autoComplete={isRecovery ? "off" : "one-time-code"}
          {...(!isRecovery && { inputMode: "numeric" })}
          autoCapitalize="off"
          spellCheck={false}
          maxLength={100}
          className="font-mono"
        />
      )}
    </Field>
  );
}

import { Field } from "#components/ui/controls/field.tsx";
import { TextInput } from "#components/ui/controls/text-input.tsx";

type VerificationCodeFieldProps = {
  error?: string | undefined;
  hint?: string;
  /** True for a recovery code in place of an app's code. */
  isRecovery?: boolean;
  size?: "medium" | "large";
  isFirst?: boolean;
};

/** A field for an authenticator app's code or a recovery code. */
export function VerificationCodeField({
  error,
  hint,
  isRecovery = false,
  size = "medium",
  isFirst = false,
}: VerificationCodeFieldProps) {
  return (
    <Field label={isRecovery ? "Recovery code" : "Authentication code"} error={error} hint={hint}>
      {(control) => (
        <TextInput
          {...control}
          name="code"
          size={size}
          autoFocus={isFirst}
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

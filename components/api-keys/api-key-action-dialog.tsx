"use client";
import { useState } from "react";
import { Button } from "#components/ui/controls/button.tsx";
import { Checkbox } from "#components/ui/controls/checkbox.tsx";
import { Field } from "#components/ui/controls/field.tsx";
import { Select } from "#components/ui/controls/select.tsx";
import { TextInput } from "#components/ui/controls/text-input.tsx";
import { Dialog } from "#components/ui/overlays/dialog.tsx";
import type { Failure } from "#lib/contract/errors.ts";
import { describeFailure } from "#lib/contract/messages/describe-failure.ts";
import type { MadeByKey } from "#lib/contract/types.ts";
import { formatMadeByKey } from "./api-key-labels.ts";
import type { ApiKeyDialogRequest } from "./use-api-keys.ts";

type KeyAction<Input> = (input: Input) => Promise<Failure | null>;
type ApiKeyDialogProps = {
  asks: ApiKeyDialogRequest;
  onClose: () => void;
  onRename: KeyAction<string>;
  onRotate: KeyAction<number>;
  onRevoke: KeyAction<"end" | "keep">;
};

const overlaps = [
  ["0", "Stop it now"],
  ["1", "For 1 hour"],
  ["24", "For 1 day"],
  ["72", "For 3 days"],
  ["168", "For 7 days"],
] as const;

type MadeByKeyListProps = { made: readonly MadeByKey[]; checked: boolean; onChange: (ends: boolean) => void };

/** Lists what a key made. Whoever had a leaked key may have made it, so it ends too unless the person keeps it. */
function MadeByKeyList({ made, checked, onChange }: MadeByKeyListProps) {
  return (
    <div className="mb-3 grid gap-2 text-14">
      <Checkbox checked={checked} onChange={(event) => onChange(event.target.checked)}>
        Also end what it made
      </Checkbox>
      <ul aria-label="Made with this key" className="grid max-h-40 list-disc gap-1 overflow-y-auto pl-10 text-ink-2">
        {made.map(({ type, id, name }) => (
          <li key={`${type} ${id}`} className="wrap-anywhere">
            {formatMadeByKey(type, name)}
          </li>
        ))}
      </ul>
    </div>
  );
}

/**
 * Renames, rotates or revokes a key. A rotated or revoked value can't be restored, so the dialog confirms first instead
 * of offering an undo.
 */
export function ApiKeyActionDialog({
  asks: { type, apiKey },
  onClose,
  onRename,
  onRotate,
  onRevoke,
}: ApiKeyDialogProps) {
  const [name, setName] = useState(apiKey.name);
  const [hours, setHours] = useState("24");
  const [endsMade, setEndsMade] = useState(true);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);

  async function act(doing: Promise<Failure | null>) {
    setBusy(true);
    const refused = await doing;
    if (!refused) return;
    setBusy(false);
    setFailure(refused);
  }
  const wrong = failure ? `${failure.message} ${describeFailure(failure).next}` : undefined;
  const formId = "key-dialog";

  if (type === "revoke") {
    const isApp = Boolean(apiKey.app);
    const used = apiKey.last_used_at === null ? "It was never used." : "Programs that use it stop working.";
    const here = apiKey.is_this ? " You signed in with it, so this signs you out." : "";
    const old = apiKey.former ? " Its old value stops too." : "";
    return (
      <Dialog
        open
        onClose={onClose}
        title={`${isApp ? "Disconnect" : "Revoke"} ${apiKey.name}?`}
        description={
          isApp
            ? "It loses access at once. To use it again, sign in from the app. Its scheduled posts stay scheduled."
            : `${used}${here}${old} You can't undo this. Its scheduled posts stay scheduled.`
        }
        actions={
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button variant="danger" pending={busy} onClick={() => void act(onRevoke(endsMade ? "end" : "keep"))}>
              {isApp ? "Disconnect" : "Revoke key"}
            </Button>
          </>
        }
      >
        {apiKey.made && apiKey.made.length > 0 ? (
          <MadeByKeyList made={apiKey.made} checked={endsMade} onChange={setEndsMade} />
        ) : null}
        {wrong ? (
          <p role="alert" className="text-14 text-failed">
            {wrong}
          </p>
        ) : null}
      </Dialog>
    );
  }
  const isRename = type === "rename";
  return (
    <Dialog
      open
      onClose={onClose}
      title={isRename ? `Rename ${apiKey.name}` : `Rotate ${apiKey.name}`}
      description={
        isRename
          ? undefined
          : `Creates a new value with the same permissions, shown once.${apiKey.former ? " The previous old value stops now." : ""}`
      }
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant="filled" pending={busy}>
            {isRename ? "Save name" : "Rotate key"}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void act(isRename ? onRename(name) : onRotate(Number(hours)));
        }}
      >
        {isRename ? (
          <Field label="Name" error={wrong}>
            {(control) => (
              <TextInput {...control} value={name} onChange={(event) => setName(event.target.value)} size="large" />
            )}
          </Field>
        ) : (
          <Field label="Old value keeps working" error={wrong} hint="Time to update your programs.">
            {(control) => (
              <Select {...control} value={hours} onChange={(event) => setHours(event.target.value)}>
                {overlaps.map(([value, words]) => (
                  <option key={value} value={value}>
                    {words}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        )}
      </form>
    </Dialog>
  );
}

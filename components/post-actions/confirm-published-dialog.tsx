"use client";
import { type FormEvent, useState } from "react";
import { Button } from "#components/ui/controls/button.tsx";
import { Field } from "#components/ui/controls/field.tsx";
import { TextInput } from "#components/ui/controls/text-input.tsx";
import { DialogPanel } from "#components/ui/overlays/dialog-panel.tsx";
import { isPublishedUrl, publishedUrlCharacters } from "#lib/contract/published-url.ts";
import type { PublishedAnswer } from "./take-down-prompt.ts";

type ConfirmPublishedDialogProps = {
  onAnswer: (answer: PublishedAnswer) => void;
  onClose: () => void;
};

/** Confirms that an unconfirmed post is live, and asks for its link: the link is the evidence for its points. */
export function ConfirmPublishedDialog({ onAnswer, onClose }: ConfirmPublishedDialogProps) {
  const [text, setText] = useState("");
  const [isRefused, setRefused] = useState(false);
  const url = text.trim();

  function answer(given: PublishedAnswer) {
    onAnswer(given);
    onClose();
  }

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (url === "") answer({});
    else if (isPublishedUrl(url)) answer({ url });
    else setRefused(true);
  }

  return (
    <DialogPanel
      onClose={() => answer(null)}
      title="Mark as published?"
      description="It won't be sent again. Paste its link if you have it: it's shown with the post."
      actions={
        <>
          <Button onClick={() => answer(null)}>Cancel</Button>
          <Button type="submit" form="confirm-published" variant="filled">
            Mark as published
          </Button>
        </>
      }
    >
      <form id="confirm-published" noValidate onSubmit={onSubmit}>
        <Field label="Link (optional)" error={isRefused ? "Enter a link that starts with https://." : undefined}>
          {(control) => (
            <TextInput
              {...control}
              type="url"
              autoComplete="off"
              placeholder="https://"
              maxLength={publishedUrlCharacters}
              value={text}
              onChange={({ target }) => {
                setText(target.value);
                setRefused(false);
              }}
            />
          )}
        </Field>
      </form>
    </DialogPanel>
  );
}

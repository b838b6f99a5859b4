"use client";
import { useState } from "react";
import { AutosizeTextarea } from "#components/ui/controls/autosize-textarea.tsx";
import { Button } from "#components/ui/controls/button.tsx";
import { Field } from "#components/ui/controls/field.tsx";
import { Select } from "#components/ui/controls/select.tsx";
import { TextInput } from "#components/ui/controls/text-input.tsx";
import { limits } from "#lib/contract/limits.ts";
import type { LinkCardChoice } from "#lib/contract/types.ts";
import { useLinkPreview } from "./use-link-preview.ts";

type LinkCardFormProps = {
  links: readonly string[];
  /** The link that has the card now; null without one. */
  url: string | null;
  choice: LinkCardChoice | null;
  /** Gets the new choice; null if nothing changes. */
  onClose: (choice: LinkCardChoice | null) => void;
};

/** The settings of a link card: its link, its texts, or none. Empty fields take the page's own texts. */
export function LinkCardForm({ links, url, choice, onClose }: LinkCardFormProps) {
  const [link, setLink] = useState(url ?? links[0] ?? "");
  const own = choice?.url === url ? choice : null;
  const [title, setTitle] = useState(own?.title ?? "");
  const [description, setDescription] = useState(own?.description ?? "");
  const page = useLinkPreview(link).result?.page;
  return (
    <form
      aria-label="Link card"
      className="mt-2 grid gap-3 rounded-control border border-line p-3"
      onSubmit={(event) => {
        event.preventDefault();
        onClose({ url: link, title: title.trim() || null, description: description.trim() || null });
      }}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.stopPropagation();
        onClose(null);
      }}
    >
      {links.length > 1 ? (
        <Field label="Link">
          {(control) => (
            <Select {...control} value={link} onChange={(event) => setLink(event.target.value)}>
              {links.map((one) => (
                <option key={one}>{one}</option>
              ))}
            </Select>
          )}
        </Field>
      ) : null}
      <Field label="Title">
        {(control) => (
          <TextInput
            {...control}
            autoFocus
            maxLength={limits.linkCardTitleCharacters}
            placeholder={page?.title ?? "The page's own"}
            value={title}
            onChange={(event) => setTitle(event.target.value)}
          />
        )}
      </Field>
      <Field label="Description">
        {(control) => (
          <AutosizeTextarea
            {...control}
            rows={2}
            maxLength={limits.linkCardDescriptionCharacters}
            placeholder={page?.description || "The page's own"}
            value={description}
            onChange={(event) => setDescription(event.target.value)}
          />
        )}
      </Field>
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" size="small" variant="filled">
          Save
        </Button>
        <Button size="small" onClick={() => onClose(null)}>
          Cancel
        </Button>
        {choice?.url === null ? null : (
          <Button size="small" variant="quiet" className="ml-auto" onClick={() => onClose({ url: null })}>
            Remove card
          </Button>
        )}
      </div>
    </form>
  );
}

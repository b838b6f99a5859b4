import { limits } from "#lib/contract/limits";
import type { Part, PartId } from "./draft.ts";
import type { PartsEvent } from "./events.ts";
import { moved } from "./moved.ts";

/** One change of a sheet's parts. The same list when nothing changed. */
export function editParts(parts: readonly Part[], event: PartsEvent): readonly Part[] {
  switch (event.type) {
    case "typed":
      return withText(parts, event.partId, event.text);
    case "part-added": {
      const at = parts.findIndex((part) => part.id === event.after);
      const isTaken = parts.some((part) => part.id === event.id);
      if (at === -1 || isTaken || parts.length >= limits.parts) return parts;
      return parts.toSpliced(at + 1, 0, { id: event.id, text: event.text ?? "" });
    }
    case "part-split":
      return split(parts, event.partId, event.texts, event.ids);
    case "part-removed": {
      if (parts.length === 1) return withText(parts, event.partId, "");
      const left = parts.filter((part) => part.id !== event.partId);
      return left.length === parts.length ? parts : left;
    }
    case "part-moved":
      return moved(parts, event.partId, event.by);
  }
}

function withText(parts: readonly Part[], partId: PartId, text: string): readonly Part[] {
  if (!parts.some((part) => part.id === partId && part.text !== text)) return parts;
  return parts.map((part) => (part.id === partId ? { ...part, text } : part));
}

function split(parts: readonly Part[], partId: PartId, texts: readonly string[], ids: readonly PartId[]) {
  const at = parts.findIndex((part) => part.id === partId);
  const fits = parts.length + texts.length - 1 <= limits.parts;
  if (parts.some((part) => ids.includes(part.id)) || new Set(ids).size < ids.length) return parts;
  if (at === -1 || texts.length < 2 || ids.length !== texts.length - 1 || !fits) return parts;
  const made = texts.map((text, index) => ({ id: ids[index - 1] ?? partId, text }));
  return parts.toSpliced(at, 1, ...made);
}

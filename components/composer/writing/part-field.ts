import type { PartId } from "../machine/draft.ts";

/** The DOM id of a part's field: where the focus is sent after a change. */
export const partFieldId = (id: PartId): string => `part-${id}`;

/** The part that a field belongs to. */
export const partIdOf = (field: HTMLElement): PartId => field.id.slice("part-".length);

/** The DOM id of the field that holds all parts as one text. */
export const documentFieldId = "document-of-parts";

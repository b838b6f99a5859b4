import type { PartId } from "../machine/draft.ts";

/** The DOM id of a part's field: where the focus is sent after a change. */
export const partFieldId = (id: PartId): string => `part-${id}`;

import { createStore, delMany, set, values } from "idb-keyval";
import type { KeptFile, Place } from "#components/composer/media/upload/pending-upload-store.ts";

/** Opened with the first use. The storage of the words takes texts alone, and no more than 5 MB of them. */
const store = createStore("postwright-images", "files");

/** This browser's database. Each of these rejects where there is none, as in some private windows. */
export const filesPlace: Place = {
  all: () => values<KeptFile>(store),
  put: (one) => set(one.imageId, one, store),
  drop: (ids) => delMany([...ids], store),
};

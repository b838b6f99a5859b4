import { createStore, delMany, set, values } from "idb-keyval";
import type { PendingUpload, PendingUploadStore } from "#components/composer/media/upload/pending-upload-store.ts";

/** Opened with the first use. The storage of the words takes texts alone, and no more than 5 MB of them. */
const database = createStore("postwright-images", "files");

/** This browser's database. Each of these rejects where there is none, as in some private windows. */
export const indexedDbUploadStore: PendingUploadStore = {
  all: () => values<PendingUpload>(database),
  put: (one) => set(one.imageId, one, database),
  drop: (ids) => delMany([...ids], database),
};

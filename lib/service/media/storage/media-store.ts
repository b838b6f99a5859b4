import type { Readable } from "node:stream";

/** The store of image bytes: a folder or an S3 bucket. Names are generated and unguessable, never a client's. */
export type MediaStore = {
  /** A local folder for uploads in progress; `receiveUploadToTempFile` writes there. */
  readonly incomingFolder: string;
  /** Stores a file whole or not at all. @throws when the store can't take the file; the route responds with 503. */
  put: (fileName: string, bytes: Buffer, mime: string) => Promise<void>;
  /** Null when there is no such file. @throws when the store can't be read right now. */
  get: (fileName: string) => Promise<{ stream: Readable; sizeBytes: number } | null>;
  /** Removes a file; does nothing when the file is gone. */
  remove: (fileName: string) => Promise<void>;
  /** Lists the names of all images that were stored before that instant, in any order. */
  listStoredBefore: (before: Date) => AsyncIterable<string>;
};

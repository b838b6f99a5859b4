import type { Readable } from "node:stream";

/** Where image bytes are kept: a folder or an S3 bucket. Names are ours and unguessable, never a client's. */
export type MediaStore = {
  /** A local folder for uploads on their way in; `receiveUpload` writes there. */
  readonly incomingFolder: string;
  /** Stores whole or not at all. @throws when the store can't take it; the route answers 503. */
  put: (fileName: string, bytes: Buffer, mime: string) => Promise<void>;
  /** Null when there is no such file. @throws when the store can't be read right now. */
  get: (fileName: string) => Promise<{ stream: Readable; sizeBytes: number } | null>;
  /** Quiet when the file is already gone. */
  remove: (fileName: string) => Promise<void>;
  /** Names of all images that were stored before that instant, in any order. */
  listStoredBefore: (before: Date) => AsyncIterable<string>;
};

/** Where a service is and how it is spoken to. */
export type ClientOptions = {
  /** Ends in /v1, no slash after it. */
  baseUrl: string;
  key: string;
  fetch: (request: Request) => Promise<Response>;
  /** How long one try may take, answer included. */
  timeoutMs: number;
  /** What the service calls the parameters of the list of posts. */
  listParams?: { status: string; limit: string; offset: string };
  /**
   * Whether the service promises to answer a repeated `Idempotency-Key` as before and to create nothing: ours does, the
   * document knows nothing of it. Without the promise no create is ever sent again by itself.
   */
  keepsRepeats: boolean;
  /** Sent with every request. */
  headers?: Readonly<Record<string, string>>;
};

export type RequestOptions = {
  signal?: AbortSignal | undefined;
  /** Makes a create safe to repeat, where the service keeps repeats. The same key for the same wish, however often. */
  repeatKey?: string | undefined;
  /** In place of the client's own; uploads take longer. */
  timeoutMs?: number | undefined;
};

/** An image, or a multipart body with one that is passed on as it comes; a stream is never sent twice. */
export type UploadInput =
  | { file: Blob; name: string }
  | { body: ReadableStream<Uint8Array>; contentType: string; contentLength?: string | undefined };

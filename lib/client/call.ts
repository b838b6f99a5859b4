/** Where a service is and how it is spoken to. */
export type ServiceAddress = {
  /** Ends in /v1, no slash after it. */
  baseUrl: string;
  key: string;
  fetch: (request: Request) => Promise<Response>;
  /** How long one try may take, answer included. */
  timeoutMs: number;
  /** What the service calls the parameters of the list of posts. */
  listParams?: { status: string; limit: string; offset: string };
  /** Sent with every request. */
  headers?: Readonly<Record<string, string>>;
};

export type CallOptions = {
  signal?: AbortSignal | undefined;
  /** Makes a create safe to repeat; without it a write is tried once. The same key for the same wish, however often. */
  repeatKey?: string | undefined;
  /** In place of the client's own; uploads take longer. */
  timeoutMs?: number | undefined;
};

/** An image, or a multipart body with one that is passed on as it comes; a stream is never sent twice. */
export type FileInput =
  | { file: Blob; name: string }
  | { body: ReadableStream<Uint8Array>; contentType: string; contentLength?: string | undefined };

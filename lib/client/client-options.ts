/** Address of a service and options for calling it. */
export type ClientOptions = {
  /** Ends in /v1, without a slash. */
  baseUrl: string;
  key: string;
  fetch: (request: Request) => Promise<Response>;
  /** Limit for one attempt, answer included. */
  timeoutMs: number;
  /** Names of the service's parameters for the list of posts. */
  listParams?: { status: string; limit: string; offset: string };
  /**
   * True if the service promises to answer a repeated `Idempotency-Key` with the first answer and to create nothing:
   * our service does, the document does not mention it. Without the promise the client never repeats a create by
   * itself.
   */
  keepsRepeats: boolean;
  /**
   * True for the service in this process: the same build wrote its answers in the contract's types, so they are not
   * checked again. The answers of any other service are checked and repaired.
   */
  trustsAnswers?: boolean;
  /** Sent with every request. */
  headers?: Readonly<Record<string, string>>;
};

export type RequestOptions = {
  signal?: AbortSignal | undefined;
  /**
   * Idempotency key that makes a create safe to repeat, if the service supports it. Use the same key for every attempt
   * at the same create.
   */
  repeatKey?: string | undefined;
  /** Overrides the client's own timeout; uploads take longer. */
  timeoutMs?: number | undefined;
};

/** An image, or a multipart body with one that is passed through as it arrives; a stream is never sent twice. */
export type UploadBody =
  | { file: Blob; name: string }
  | { body: ReadableStream<Uint8Array>; contentType: string; contentLength?: string | undefined };

/** Asks the `/v1` of an app as a script would. @returns what stands in `data`. @throws when the answer is no success. */
export async function callApi<T>(
  app: { origin: string; key: string },
  method: string,
  path: string,
  body?: unknown,
): Promise<T> {
  const answer = await fetch(`${app.origin}/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${app.key}`, "content-type": "application/json" },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`);
  return ((await answer.json()) as { data: T }).data;
}

/** A post as large as the service takes one, for all channels, as a draft. */
export function createLargestPost({ channels, characters }: { channels: string[]; characters: number }): Buffer {
  const partMax = 25_000;
  const part = (length: number) =>
    Array.from({ length: Math.ceil(length / 9) }, () => Math.random().toString(36).slice(2, 10).padEnd(8, "x"))
      .join(" ")
      .slice(0, length)
      .replace(/ $/u, "x");
  const thread: string[] = [];
  for (let left = characters; left > 0; left -= partMax) thread.push(part(Math.min(partMax, left)));
  return Buffer.from(JSON.stringify({ channels, thread, draft: true }));
}

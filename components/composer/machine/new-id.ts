/** A fresh id of 128 bits, for a part, an image or a repeat key. `randomUUID` is missing on plain http outside localhost. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

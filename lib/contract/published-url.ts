/** Characters of the address that a member gives for a post whose answer was lost. Not in `limits`, which every page loads. */
export const publishedUrlCharacters = 2_000;

/** True for the address of a post on its platform, as a member may give it: https, and no longer than the limit. */
export function isPublishedUrl(text: string): boolean {
  if (text.length > publishedUrlCharacters || !URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return protocol === "https:" && username === "" && password === "";
}

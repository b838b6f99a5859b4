/** Hashtags that make a practice channel fail, so that every outcome can be tested without a real platform. */
export const practiceHashtags = {
  "#fail-temporary": "fails twice with a temporary error, then is published",
  "#fail-rejected": "is rejected and not retried automatically",
  "#fail-reconnect": "is rejected as if the channel had been signed out",
  "#fail-unknown": "is published, but the response is lost; Postwright finds it with a lookup",
  "#fail-unconfirmed": "gets no response and can't be looked up, so you decide; a second send is published",
  "#slow": "takes five seconds",
} as const;

export type PracticeHashtag = keyof typeof practiceHashtags;

/** Returns the practice hashtags of a text, as whole words. */
export function findPracticeHashtags(text: string): ReadonlySet<PracticeHashtag> {
  const words = new Set(text.split(/\s+/u));
  return new Set((Object.keys(practiceHashtags) as PracticeHashtag[]).filter((demand) => words.has(demand)));
}

/** Hashtags that make a practice channel fail, so that every outcome can be tested without a real platform. */
export const practiceHashtags = {
  "#fail-temporary": "fails twice with a fault that passes, then goes out",
  "#fail-rejected": "is refused; it is not tried again by itself",
  "#fail-reconnect": "is refused as if the channel had been signed out",
  "#fail-unknown": "goes out, but the answer is lost; Postwright finds it by looking",
  "#fail-unconfirmed": "gets no answer and can't be looked up, so that you decide; sent again, it goes out",
  "#slow": "takes five seconds",
} as const;

export type PracticeHashtag = keyof typeof practiceHashtags;

/** Returns the practice hashtags of a text, as whole words. */
export function findPracticeHashtags(text: string): ReadonlySet<PracticeHashtag> {
  const words = new Set(text.split(/\s+/u));
  return new Set((Object.keys(practiceHashtags) as PracticeHashtag[]).filter((demand) => words.has(demand)));
}

/** Not after a letter, a digit or a part of an address. */
const hashtag = /(?<![\p{L}\p{N}_&/])[#＃](?=[\p{N}_]*\p{L})[\p{L}\p{M}\p{N}_]+/gu;

/** Returns the starts of a text's hashtags, repeated ones too. */
export const findHashtags = (text: string): number[] => [...text.matchAll(hashtag)].map(({ index }) => index);

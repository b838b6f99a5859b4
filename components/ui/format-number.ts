/** Formats a number: `1,234`, as `lib/contract/format-number.ts`, which this module may not import. */
export const formatNumber = new Intl.NumberFormat("en-GB").format;

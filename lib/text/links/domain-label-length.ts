// RFC 3492, section 5: the parameters Punycode uses for domain names.
const base = 36;
const tMin = 1;
const tMax = 26;
const skew = 38;
const damp = 700;
const initialBias = 72;
const initialCode = 128;

/** Longest label of a domain name in its ASCII form (RFC 1035). */
const maxLabelLength = 63;

function adapt(delta: number, handled: number, isFirst: boolean): number {
  let left = isFirst ? Math.floor(delta / damp) : delta >> 1;
  left += Math.floor(left / handled);
  let bias = 0;
  while (left > ((base - tMin) * tMax) >> 1) {
    left = Math.floor(left / (base - tMin));
    bias += base;
  }
  return bias + Math.floor(((base - tMin + 1) * left) / (left + skew));
}

/** Returns the number of digits that Punycode needs for `delta`. */
function digitCount(delta: number, bias: number): number {
  let count = 1;
  let rest = delta;
  for (let k = base; ; k += base) {
    const threshold = k <= bias ? tMin : k >= bias + tMax ? tMax : k - bias;
    if (rest < threshold) return count;
    rest = Math.floor((rest - threshold) / (base - threshold));
    count += 1;
  }
}

/** Returns the length of `xn--…` for a text with characters beyond ASCII. */
function encodedLength(codes: readonly number[]): number {
  const plain = codes.filter((code) => code < initialCode).length;
  let length = 4 + plain + (plain > 0 ? 1 : 0);
  let handled = plain;
  let next = initialCode;
  let delta = 0;
  let bias = initialBias;
  while (handled < codes.length) {
    let lowest = Number.POSITIVE_INFINITY;
    for (const code of codes) if (code >= next && code < lowest) lowest = code;
    delta += (lowest - next) * (handled + 1);
    next = lowest;
    for (const code of codes) {
      if (code < next) delta += 1;
      if (code !== next) continue;
      length += digitCount(delta, bias);
      bias = adapt(delta, handled + 1, handled === plain);
      delta = 0;
      handled += 1;
    }
    delta += 1;
    next += 1;
  }
  return length;
}

/** Returns true if a label of a domain name, in any script, has at most 63 characters in its ASCII form. */
export function isLabelLengthValid(label: string): boolean {
  // Each character needs at least one in the encoded form, so a long run of text is refused before the costly part.
  if (label.length > 2 * maxLabelLength) return false;
  let length = -1;
  // The ideographic and full-width stops separate labels like the ASCII one.
  for (const piece of label.split(/[\u3002\uff0e\uff61]/u)) {
    const codes = Array.from(piece, (character) => character.codePointAt(0) ?? 0);
    length += 1 + (codes.some((code) => code >= initialCode) ? encodedLength(codes) : codes.length);
  }
  return length >= 1 && length <= maxLabelLength;
}

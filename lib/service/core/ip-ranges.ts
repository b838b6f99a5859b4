import ipaddr from "ipaddr.js";

type IpAddress = ReturnType<typeof ipaddr.process>;
/** Addresses whose first `bits` are those of `base`. */
export type IpRange = { base: IpAddress; bits: number };

/** An address such as `203.0.113.9`, or a range such as `2001:db8::/32`; null for anything else. */
export function parseIpRange(text: string): IpRange | null {
  const [address = "", length, ...more] = text.trim().split("/");
  if (more.length > 0 || !isCompleteAddress(address)) return null;
  const base = ipaddr.parse(address);
  const most = base.kind() === "ipv6" ? 128 : 32;
  if (length !== undefined && !/^\d{1,3}$/.test(length)) return null;
  const bits = length === undefined ? most : Number(length);
  if (bits > most) return null;
  // As it is compared: an IPv4 address that came in IPv6's clothes is an IPv4 address.
  if (base instanceof ipaddr.IPv6 && base.isIPv4MappedAddress() && bits >= 96) {
    return { base: base.toIPv4Address(), bits: bits - 96 };
  }
  return { base, bits };
}

/** Of what was saved, so all of it reads; what would not is no way in. */
export function parseIpRanges(texts: readonly string[]): IpRange[] {
  return texts.map(parseIpRange).filter((range) => range !== null);
}

/** A range as it is saved and shown: `203.0.113.0/24`, or the address alone. */
export function formatIpRange({ base, bits }: IpRange): string {
  const isOne = bits === (base.kind() === "ipv6" ? 128 : 32);
  return isOne ? base.toString() : `${base.toString()}/${bits}`;
}

/** Whether a request that comes from there is inside one of the ranges. Unknown is outside. */
export function isInIpRanges(ranges: readonly IpRange[], address: string | null): boolean {
  if (address === null || !ipaddr.isValid(address)) return false;
  const from = ipaddr.process(address);
  return ranges.some((range) => containsAddress(range, from));
}

/** Whether every address of one range is in one of the others. */
export function isIpRangeCovered(range: IpRange, by: readonly IpRange[]): boolean {
  return by.some((wider) => wider.bits <= range.bits && containsAddress(wider, range.base));
}

function containsAddress({ base, bits }: IpRange, address: IpAddress): boolean {
  return base.kind() === address.kind() && address.match(base as never, bits);
}

/** ipaddr.js also reads `1` and `0x7f.1`, as very old programs did: a person means four numbers. */
function isCompleteAddress(text: string): boolean {
  return text.includes(":")
    ? ipaddr.IPv6.isValid(text) && !text.includes("%")
    : ipaddr.IPv4.isValidFourPartDecimal(text);
}

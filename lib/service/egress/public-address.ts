import ipaddr from "ipaddr.js";

/** All of IPv6 that is given out for use in the public; outside it lie old and special forms that may lead inside (IANA). */
const globalV6 = ipaddr.parseCIDR("2000::/3");

/** The host of an Azure machine, which answers each machine there with data of its own; its range is public. */
const azureHost = "168.63.129.16";

/**
 * True for an address that anybody's machine may have: public and of one machine. False for loopback, private, link-local
 * (cloud metadata), carrier-grade NAT, multicast, reserved ranges, IPv6 forms that hold an IPv4 address, and for what is
 * no address at all.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.parse(text);
  if (address.range() !== "unicast" || address.toString() === azureHost) return false;
  return address.kind() === "ipv4" || address.match(globalV6);
}

/** A bucket from `MEDIA_URL`. */
export type S3Location = {
  bucket: string;
  /** Prefix of every name; empty or ending in a slash. */
  prefix: string;
  region: string;
  /** Without a trailing slash; the bucket is the first path segment below the endpoint. */
  endpoint: string;
};

/**
 * Parses `s3://bucket/prefix?endpoint=https://host&region=name`. The default endpoint is Amazon's in the region, the
 * default region `us-east-1`.
 * @throws Error whose message is one sentence that names the setting and never repeats its value.
 */
export function parseS3Url(text: string): S3Location {
  const url = new URL(text);
  if (url.username || url.password) {
    throw new Error("MEDIA_URL must not contain a key. Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.");
  }
  const unknown = [...url.searchParams.keys()].find((name) => name !== "endpoint" && name !== "region");
  if (unknown !== undefined) throw new Error("MEDIA_URL accepts only endpoint and region after the question mark.");
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(url.hostname)) throw new Error("MEDIA_URL must name an S3 bucket.");
  const prefix = url.pathname.replace(/^\/+|(?<!\/)\/+$/g, "");
  if (!/^[\w./-]*$/.test(prefix) || prefix.split("/").some((segment) => segment === "." || segment === "..")) {
    throw new Error("MEDIA_URL must have a prefix of letters, digits, dots, dashes and slashes.");
  }
  const region = url.searchParams.get("region") || "us-east-1";
  if (!/^[a-z0-9-]+$/.test(region)) throw new Error("MEDIA_URL must have a region such as eu-central-1.");
  const endpoint = url.searchParams.get("endpoint") || `https://s3.${region}.amazonaws.com`;
  if (!/^https?:\/\/[^/?#@]+(\/[^?#]*)?$/.test(endpoint) || !URL.canParse(endpoint)) {
    throw new Error("MEDIA_URL must have an endpoint that starts with https:// or http://.");
  }
  return {
    bucket: url.hostname,
    prefix: prefix && `${prefix}/`,
    region,
    endpoint: endpoint.replace(/(?<!\/)\/+$/, ""),
  };
}

import { expect, test } from "vitest";
import { parseS3Url } from "./s3-location.ts";

test("a bucket without options is at Amazon in the default region", () => {
  expect(parseS3Url("s3://pictures")).toEqual({
    bucket: "pictures",
    prefix: "",
    region: "us-east-1",
    endpoint: "https://s3.us-east-1.amazonaws.com",
  });
});

test("prefix, region and endpoint are read, with any number of slashes", () => {
  expect(parseS3Url("s3://team.pictures//a/b/?endpoint=http://127.0.0.1:9000/&region=eu-central-1")).toEqual({
    bucket: "team.pictures",
    prefix: "a/b/",
    region: "eu-central-1",
    endpoint: "http://127.0.0.1:9000",
  });
});

test.each([
  ["s3://key:secret@bucket", /must not contain a key/],
  ["s3://key@bucket", /must not contain a key/],
  ["s3://", /name an S3 bucket/],
  ["s3://Bucket_Name", /name an S3 bucket/],
  ["s3://bucket?acl=public", /only endpoint and region/],
  ["s3://bucket/a b", /prefix of letters/],
  ["s3://bucket?endpoint=file:///etc", /endpoint that starts with/],
  ["s3://bucket?endpoint=https://u:p@host", /endpoint that starts with/],
  ["s3://bucket?region=EU/..", /a region such as/],
])("%s is rejected with a sentence that does not repeat it", (text, message) => {
  expect(() => parseS3Url(text)).toThrow(message);
  expect(() => parseS3Url(text)).not.toThrow(/secret/);
});

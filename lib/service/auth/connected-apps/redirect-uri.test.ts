import { describe, expect, test } from "vitest";
import { isRedirectUri, isRegisteredRedirectUri, isSecureOrigin } from "./redirect-uri.ts";

describe("the address that the answer to an app goes to", () => {
  test.for([
    "https://claude.ai/api/mcp/auth_callback",
    "https://chatgpt.com/connector_platform_oauth_redirect?tenant=1",
    "http://127.0.0.1:33418/",
    "http://localhost:8787/callback",
    "http://[::1]:1/cb",
    "cursor://anysphere.cursor-mcp/oauth/callback",
    "vscode://vscode.github-authentication/did-authenticate",
    "com.example.app:/callback",
  ])("%s is accepted", (uri) => expect(isRedirectUri(uri)).toBe(true));

  test.for([
    "",
    "callback",
    "//evil.example/callback",
    "http://evil.example/callback",
    "http://localhost.evil.example/callback",
    "http://127.0.0.1.evil.example/",
    "http://localhost@evil.example/",
    "https://user:pass@app.example/callback",
    "https://app.example/callback#token",
    "https://app.example/call back",
    "https://app.example/\r\nset-cookie:a=b",
    `https://app.example/${"a".repeat(300)}`,
    "javascript:alert(1)",
    "javascript://app.example/%0aalert(1)",
    "data:text/html,hello",
    "file:///etc/passwd",
    "ms-msdt:/id",
    "intent://app.example/#Intent;end",
  ])("%j is refused", (uri) => expect(isRedirectUri(uri)).toBe(false));

  test("only the port of a loopback address may differ from the registered one", () => {
    const registered = ["https://app.example/callback", "http://127.0.0.1/cb", "http://localhost:1/cb?a=1"];
    const isKnown = (asked: string) => isRegisteredRedirectUri(registered, asked);
    expect(isKnown("https://app.example/callback")).toBe(true);
    expect(isKnown("http://127.0.0.1:54321/cb")).toBe(true);
    expect(isKnown("http://localhost:2/cb?a=1")).toBe(true);
    for (const other of [
      "https://app.example:8443/callback",
      "https://app.example/callback/",
      "https://app.example/callback?next=https://evil.example",
      "https://APP.example/callback",
      "https://app.example.evil.example/callback",
      "https://app.example/a/../callback",
      "http://localhost:54321/cb",
      "http://127.0.0.1:54321/cb/other",
      "http://127.0.0.1:54321/cb?a=1",
      "https://127.0.0.1/cb",
      "http://localhost:2/cb?a=2",
    ])
      expect([other, isKnown(other)]).toEqual([other, false]);
  });

  test("tokens travel by https or inside one machine", () => {
    expect(["https://posts.example.org", "http://localhost:3000", "http://[::1]:3000"].map(isSecureOrigin)).toEqual([
      true,
      true,
      true,
    ]);
    expect(["http://posts.example.org", "http://192.168.1.5:3000"].map(isSecureOrigin)).toEqual([false, false]);
  });
});

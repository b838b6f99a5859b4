import { createECDH } from "node:crypto";
import { expect, test } from "vitest";
import { encryptPushMessage } from "./push-encryption.ts";

test("a message is encrypted exactly as in the example of RFC 8291, appendix A", () => {
  const own = createECDH("prime256v1");
  own.setPrivateKey(Buffer.from("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw", "base64url"));
  const browser = {
    p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
    auth: "BTBZMqHH6r4Tts7J_aSIgg",
  };
  const salt = Buffer.from("DGv6ra1nlYgDCS1FRnbzlw", "base64url");
  const message = Buffer.from("When I grow up, I want to be a watermelon");
  expect(encryptPushMessage(message, browser, { salt, own }).toString("base64url")).toBe(
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN",
  );
});

test("two messages with the same text share no bytes after the header", () => {
  const keys = createECDH("prime256v1");
  keys.generateKeys();
  const browser = { p256dh: keys.getPublicKey("base64url"), auth: Buffer.alloc(16, 1).toString("base64url") };
  const [one, other] = [0, 1].map(() => encryptPushMessage(Buffer.from("The same"), browser));
  expect(one?.subarray(0, 16)).not.toEqual(other?.subarray(0, 16));
  expect(one?.subarray(86)).not.toEqual(other?.subarray(86));
});

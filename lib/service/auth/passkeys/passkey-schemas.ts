import * as z from "zod";

/** Base64url, limited to the length of a valid answer. */
const bytes = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[A-Za-z0-9_-]+$/);

const credential = {
  id: bytes(1_400),
  rawId: bytes(1_400),
  type: z.literal("public-key"),
  clientExtensionResults: z.object({}).default({}),
};

/** A browser's answer when a passkey is used, as `startAuthentication` returns it. */
export const PasskeyAssertion = z.object({
  challenge: z.string().max(100),
  response: z.object({
    ...credential,
    response: z.object({
      clientDataJSON: bytes(4_000),
      authenticatorData: bytes(4_000),
      signature: bytes(8_000),
      userHandle: bytes(200).optional(),
    }),
  }),
});

/** Transports in WebAuthn; other names from a browser are dropped. */
const transports = new Set(["ble", "cable", "hybrid", "internal", "nfc", "smart-card", "usb"]);

/** A browser's answer when a passkey is created, as `startRegistration` returns it. */
export const PasskeyRegistration = z.object({
  challenge: z.string().max(100),
  name: z.string(),
  response: z.object({
    ...credential,
    response: z.object({
      clientDataJSON: bytes(4_000),
      attestationObject: bytes(40_000),
      transports: z
        .array(z.string().max(40))
        .max(20)
        .default([])
        .transform((names) => names.filter((name) => transports.has(name))),
    }),
  }),
});

const ClientData = z.object({ origin: z.string() });

/** Returns the origin that the browser signed; null when the data can't be parsed. */
export function getClientDataOrigin(clientDataJson: string): string | null {
  try {
    return ClientData.parse(JSON.parse(Buffer.from(clientDataJson, "base64url").toString("utf8"))).origin;
  } catch {
    return null;
  }
}

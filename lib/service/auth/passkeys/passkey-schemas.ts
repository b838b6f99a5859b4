import * as z from "zod";

/** Base64url, of the length that an honest answer may have. */
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

/** What a browser answers when a passkey is used, as `startAuthentication` writes it. */
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

/** Transports that WebAuthn knows; a browser may name others, which are of no use. */
const transports = new Set(["ble", "cable", "hybrid", "internal", "nfc", "smart-card", "usb"]);

/** What a browser answers when a passkey is made, as `startRegistration` writes it. */
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

/** The address a passkey was used at, as the browser signed it; null when that can't be read. */
export function getClientDataOrigin(clientDataJson: string): string | null {
  try {
    return ClientData.parse(JSON.parse(Buffer.from(clientDataJson, "base64url").toString("utf8"))).origin;
  } catch {
    return null;
  }
}

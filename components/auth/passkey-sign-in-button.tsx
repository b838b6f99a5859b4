"use client";
import { KeyRound } from "lucide-react";
import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { Button } from "#components/ui/controls/button.tsx";
import { Banner } from "#components/ui/feedback/banner.tsx";

const load = () => import("./sign-in-with-passkey.ts");
const subscribeToNothing = () => () => undefined;
/** First interactions with the page; no passkey code loads before one of them. */
const firstInteractionEvents = ["pointerdown", "pointermove", "keydown", "focusin"] as const;

/** True when the browser can offer passkeys in a field and the page has such a field. */
async function canOfferInField(): Promise<boolean> {
  if (!document.querySelector("input[autocomplete$='webauthn']")) return false;
  return (await PublicKeyCredential.isConditionalMediationAvailable?.()) ?? false;
}

/** Signs in by a passkey without typing. Absent when the browser does not support passkeys. */
export function PasskeySignInButton({ next }: { next: string }) {
  const isKnown = useSyncExternalStore(
    subscribeToNothing,
    () => "PublicKeyCredential" in window,
    // Nearly every browser supports passkeys: a button that appears late would move the link that is being pressed.
    () => true,
  );
  const isPressed = useRef(false);
  const [busy, setBusy] = useState(false);
  const [words, setWords] = useState<string | null>(null);

  useEffect(() => {
    if (!isKnown) return;
    const gone = new AbortController();
    // Offers passkeys in the e-mail field before the person uses that field.
    const offer = async () => {
      gone.abort();
      if (!(await canOfferInField())) return;
      const words = await (await load()).signInWithPasskey(next, true, () => isPressed.current);
      if (words) setWords(words);
    };
    for (const name of firstInteractionEvents) {
      document.addEventListener(name, () => void offer().catch(() => undefined), { signal: gone.signal });
    }
    return () => gone.abort();
  }, [isKnown, next]);

  async function press() {
    isPressed.current = true;
    setBusy(true);
    setWords(null);
    try {
      setWords(await (await load()).signInWithPasskey(next, false));
    } catch {
      setWords("The server can't be reached. You are not signed in. Try again in a moment.");
    }
    setBusy(false);
  }

  if (!isKnown) return null;
  return (
    <>
      <Button size="large" className="w-full" icon={<KeyRound className="size-4" />} pending={busy} onClick={press}>
        Use a passkey
      </Button>
      {words ? (
        <Banner tone="failed" role="alert">
          {words}
        </Banner>
      ) : null}
    </>
  );
}

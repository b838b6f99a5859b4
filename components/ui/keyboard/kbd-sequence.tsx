import { Kbd } from "./kbd.tsx";

/** Keys pressed one after the other, such as "g h": one cap for each. */
export function KbdSequence({ keys }: { keys: string }) {
  return (
    <span className="flex shrink-0 items-center gap-1">
      {keys.split(" ").map((key, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a key may be pressed twice
        <Kbd key={at} keys={key} />
      ))}
    </span>
  );
}

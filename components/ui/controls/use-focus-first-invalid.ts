import { type RefObject, useEffect, useRef } from "react";

/**
 * Focuses the first invalid field of a form whenever a new failure arrives: the field may be off-screen, and a screen
 * reader user would not notice it.
 * @param told the failure; null without one
 */
export function useFocusFirstInvalid(told: object | null): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (told) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [told]);
  return form;
}

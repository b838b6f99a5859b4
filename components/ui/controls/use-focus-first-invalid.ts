import { type RefObject, useEffect, useRef } from "react";

/**
 * Leads to the first field that is wrong, each time that is told: it may stand out of sight, and who only hears would not
 * know of it.
 * @param told what is wrong; null where nothing is
 */
export function useFocusFirstInvalid(told: object | null): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (told) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [told]);
  return form;
}

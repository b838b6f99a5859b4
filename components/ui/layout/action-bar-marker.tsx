"use client";
import { useLayoutEffect } from "react";

/**
 * Tells the styles that this page has a bar at its foot, for as long as this stands in it. Told by an attribute, not found
 * by `:has()`: that looks through the whole page whenever something in it changes, with each key in a long thread.
 */
export function ActionBarMarker({ kind }: { kind: "fixed" | "floating" }) {
  useLayoutEffect(() => {
    const { dataset } = document.documentElement;
    dataset["footBar"] = kind;
    return () => {
      delete dataset["footBar"];
    };
  }, [kind]);
  return null;
}

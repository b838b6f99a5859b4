"use client";
import { useLayoutEffect } from "react";

/**
 * Sets an attribute while this page has a bar at its bottom, for the styles. Not `:has()`: that would search the whole
 * page on every change, with each key in a long thread.
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

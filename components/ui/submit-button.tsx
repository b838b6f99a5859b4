"use client";
import type { ComponentProps } from "react";
import { useFormStatus } from "react-dom";
import { Button } from "./button.tsx";

/** The button that sends the form it stands in; pending while that form's action runs. */
export function SubmitButton(props: Omit<ComponentProps<typeof Button>, "type">) {
  const { pending } = useFormStatus();
  return <Button variant="filled" {...props} type="submit" pending={pending || props.pending} />;
}

import Link from "next/link";
import type { ComponentProps, ReactNode } from "react";
import { type ButtonSize, type ButtonVariant, buttonClass } from "./button-class.ts";
import { join } from "./join.ts";
import { Kbd } from "./kbd.tsx";

type ButtonLinkProps = Omit<ComponentProps<typeof Link>, "className"> & {
  variant?: ButtonVariant;
  size?: ButtonSize;
  icon?: ReactNode;
  keys?: string;
  className?: string;
};

/** A link that looks like a button: it goes somewhere, it changes nothing. */
export function ButtonLink({ variant, size, icon, keys, className, children, ...rest }: ButtonLinkProps) {
  return (
    <Link {...rest} className={join(buttonClass(variant, size), className)}>
      {icon}
      <span>{children}</span>
      {keys ? <Kbd keys={keys} on={variant === "filled" ? "accent" : "paper"} /> : null}
    </Link>
  );
}

import type { ComponentProps, ReactNode } from "react";
import { joinClassNames } from "#components/ui/join-class-names.ts";
import { Kbd } from "#components/ui/keyboard/kbd.tsx";
import { type ButtonSize, type ButtonVariant, buttonClass } from "./button-class.tsx";
import { PrefetchLink } from "./prefetch-link.tsx";

type ButtonLinkProps = Omit<ComponentProps<typeof PrefetchLink>, "className"> & {
  variant?: ButtonVariant;
  size?: ButtonSize;
  icon?: ReactNode;
  keys?: string;
  className?: string;
};

/** A link that looks like a button: it navigates and changes nothing. */
export function ButtonLink({ variant, size, icon, keys, className, children, ...rest }: ButtonLinkProps) {
  return (
    <PrefetchLink {...rest} className={joinClassNames(buttonClass(variant, size), className)}>
      {icon}
      <span>{children}</span>
      {keys ? <Kbd keys={keys} on={variant === "filled" ? "accent" : "paper"} /> : null}
    </PrefetchLink>
  );
}

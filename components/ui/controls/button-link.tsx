import type { ComponentProps, ReactNode } from "react";
import { type ButtonSize, type ButtonVariant, buttonClass } from "./button-class.tsx";
import { IntentLink } from "./prefetch-link.tsx";
import { join } from "#components/ui/cn.tsx";
import { Kbd } from "#components/ui/keyboard/kbd.tsx";

type ButtonLinkProps = Omit<ComponentProps<typeof IntentLink>, "className"> & {
  variant?: ButtonVariant;
  size?: ButtonSize;
  icon?: ReactNode;
  keys?: string;
  className?: string;
};

/** A link that looks like a button: it goes somewhere, it changes nothing. */
export function ButtonLink({ variant, size, icon, keys, className, children, ...rest }: ButtonLinkProps) {
  return (
    <IntentLink {...rest} className={join(buttonClass(variant, size), className)}>
      {icon}
      <span>{children}</span>
      {keys ? <Kbd keys={keys} on={variant === "filled" ? "accent" : "paper"} /> : null}
    </IntentLink>
  );
}

import type { ReactNode } from "react";

/** A person's name in a cell: as wide as the name, up to a limit, so that a long one leaves room for the other columns. */
export function TablePersonName({ children }: { children: ReactNode }) {
  return <span className="wrap-anywhere sm:block sm:w-max sm:max-w-28 lg:max-w-44">{children}</span>;
}

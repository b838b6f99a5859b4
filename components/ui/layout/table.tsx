import type { ReactNode, Ref } from "react";
import { joinClassNames } from "#components/ui/join-class-names.ts";

/* A table on wide screens, rows of two lines at phone width: the `main` cell and the `end` cell make the first line,
    every other cell follows in the second. The roles are explicit because a browser removes them from a table whose
    rows have another layout. */
const roles = {
  table: { role: "table" },
  rowGroup: { role: "rowgroup" },
  row: { role: "row" },
  columnHeader: { role: "columnheader" },
  cell: { role: "cell" },
};

type TableProps = {
  /** Accessible name of the table. */
  label: string;
  /** Rows 44 px high instead of 54, on wide screens. */
  dense?: boolean | undefined;
  /** Number of rows including the heading, when the page does not contain all of them. */
  rowCount?: number | undefined;
  className?: string;
  children: ReactNode;
};

export function Table({ label, dense, rowCount, className, children }: TableProps) {
  return (
    <div
      data-dense={dense || undefined}
      className={joinClassNames(
        "group/table relative overflow-x-auto overflow-y-hidden rounded-card border bg-paper",
        className,
      )}
    >
      <table
        {...roles.table}
        aria-label={label}
        aria-rowcount={rowCount}
        className="w-full text-left text-14 max-sm:block"
      >
        {children}
      </table>
    </div>
  );
}

/** The row of column headings; visually hidden at phone width. */
export function TableHead({ children }: { children: ReactNode }) {
  return (
    <thead {...roles.rowGroup} className="max-sm:sr-only">
      <tr {...roles.row} className="border-b">
        {children}
      </tr>
    </thead>
  );
}

type TableHeadCellProps = {
  align?: "start" | "end";
  /** The order of the rows by this column, if any. */
  sort?: "ascending" | "descending" | undefined;
  className?: string;
  children?: ReactNode;
};

/** A column's heading. For a column of checkboxes or buttons, pass a label with the class `sr-only`. */
export function TableHeadCell({ align = "start", sort, className, children }: TableHeadCellProps) {
  return (
    <th
      {...roles.columnHeader}
      scope="col"
      aria-sort={sort}
      className={joinClassNames(
        "h-[38px] px-3 text-12 font-normal text-ink-3 first:pl-4 last:pr-5",
        align === "end" && "text-right",
        className,
      )}
    >
      {children}
    </th>
  );
}

export function TableBody({ children }: { children: ReactNode }) {
  return (
    <tbody {...roles.rowGroup} className="max-sm:block">
      {children}
    </tbody>
  );
}

type TableRowProps = {
  /** Tinted: a selected row or the member's own. */
  washed?: boolean;
  /** Decided or removed a moment ago: still there, but faint. */
  faint?: boolean;
  /** The row's index within `rowCount`; the heading is 1. */
  rowIndex?: number | undefined;
  /** The row's index in a list that renders only visible rows. */
  "data-index"?: number | undefined;
  ref?: Ref<HTMLTableRowElement> | undefined;
  className?: string;
  children: ReactNode;
};

export function TableRow({ washed, faint, rowIndex, className, children, ...rest }: TableRowProps) {
  return (
    <tr
      {...rest}
      {...roles.row}
      aria-rowindex={rowIndex}
      className={joinClassNames(
        "relative border-b last:border-b-0",
        washed ? "bg-accent-wash" : "hover:bg-sunk",
        // Not the cell at the end: its control would draw a faint focus ring.
        faint && "[&>:not([data-place=end])]:opacity-60",
        // The second line starts after an element that fills the rest of the first.
        "max-sm:flex max-sm:min-h-[64px] max-sm:flex-wrap max-sm:items-center max-sm:content-center max-sm:gap-x-2.5 max-sm:gap-y-1 max-sm:px-4 max-sm:py-2.5 max-sm:after:order-3 max-sm:after:basis-full max-sm:after:content-[''] max-sm:has-[>[data-place=box]]:pl-14",
        className,
      )}
    >
      {children}
    </tr>
  );
}

type TableCellProps = {
  /**
   * Place at phone width; `rest` takes the remaining space of the second line, `wide` is hidden there. On wide screens
   * `main` takes the remaining space: truncate in it.
   */
  place?: "box" | "main" | "end" | "second" | "rest" | "wide";
  align?: "start" | "end";
  className?: string;
  children?: ReactNode;
};

const places = {
  box: "w-10 pr-0 max-sm:absolute max-sm:top-1/2 max-sm:left-2 max-sm:w-auto max-sm:-translate-y-1/2",
  main: "sm:w-[46%] sm:max-w-0 max-sm:order-1 max-sm:min-w-0 max-sm:flex-1",
  // A button as high as a thumb must not make the line higher.
  end: "max-sm:order-2 max-sm:-my-1.5",
  second: "max-sm:order-4 max-sm:max-w-full max-sm:min-w-0 max-sm:text-13 max-sm:empty:hidden",
  // Takes the remaining space of the second line; begins a third line only where its first text does not fit.
  rest: "max-sm:order-5 max-sm:min-w-0 max-sm:max-w-full max-sm:flex-auto max-sm:overflow-hidden max-sm:text-13 max-sm:empty:hidden",
  wide: "max-sm:hidden",
};

export function TableCell({ place = "second", align = "start", className, children }: TableCellProps) {
  return (
    <td
      {...roles.cell}
      data-place={place}
      className={joinClassNames(
        "px-3 py-1.5 first:pl-4 last:pr-5 sm:h-row sm:group-data-dense/table:h-11 sm:group-data-dense/table:py-0.5 max-sm:block max-sm:p-0!",
        align === "end" && "sm:text-right",
        places[place],
        className,
      )}
    >
      {children}
    </td>
  );
}

/** A cell with two lines: the main text, and a quieter second one. */
export function TwoLineCell({ first, second }: { first: ReactNode; second?: ReactNode }) {
  return (
    <span className="block leading-4.5 max-sm:flex max-sm:gap-x-1.5">
      <span className="block shrink-0 sm:whitespace-nowrap">{first}</span>
      {second ? (
        // On a phone it takes the space beside the first text, and is left out where only a letter would fit.
        <span className="block text-13 text-pretty text-ink-3 max-sm:@container max-sm:flex-1 sm:max-lg:max-w-44">
          <span className="max-sm:block max-sm:truncate max-sm:@max-[4.5rem]:hidden">{second}</span>
        </span>
      ) : null}
    </span>
  );
}

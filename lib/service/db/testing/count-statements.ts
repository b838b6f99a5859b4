import pg from "pg";

/** Counts the statements that this process sends, each a round trip of its own, until `end`. */
export function countStatements(): { read: () => number; end: () => void } {
  const prototype = pg.Client.prototype as { query: (...of: unknown[]) => unknown };
  const { query } = prototype;
  let count = 0;
  prototype.query = function (this: unknown, ...of: unknown[]) {
    count += 1;
    return query.apply(this, of);
  };
  return {
    read: () => count,
    end: () => {
      prototype.query = query;
    },
  };
}

const width = 64;
const height = 20;
const gap = 2;

/** Points of some weeks as bars, the newest at the right. In words for who does not see them. */
export function Sparkline({ weeks }: { weeks: readonly number[] }) {
  const most = Math.max(...weeks, 0);
  if (most === 0) return <span className="sr-only">No points in the last {weeks.length} weeks</span>;
  const step = width / weeks.length;
  const words = weeks.map((points) => points.toLocaleString("en-GB")).join(", ");
  return (
    <svg
      role="img"
      aria-label={`Points of the last ${weeks.length} weeks: ${words}`}
      viewBox={`0 0 ${width} ${height}`}
      className="block h-5 w-16"
    >
      {weeks.map((points, at) => {
        const tall = Math.max(1, (Math.max(points, 0) / most) * height);
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: a week is known by its place alone
            key={at}
            x={at * step}
            y={height - tall}
            width={step - gap}
            height={tall}
            rx="1"
            className={points > 0 ? "fill-gold" : "fill-line-strong"}
          />
        );
      })}
    </svg>
  );
}

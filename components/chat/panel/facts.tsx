import type { Fact } from "./person-facts";

/** Names on the left, values on the right. */
export function Facts({ facts }: { facts: Fact[] }) {
  if (facts.length === 0) return null;
  return (
    <dl className="mt-3 grid grid-cols-[96px_minmax(0,1fr)] gap-x-3 gap-y-1 text-sm">
      {facts.map(({ id, name, value }) => (
        <div key={id} className="contents">
          <dt className="text-soft wrap-anywhere">{name}</dt>
          <dd className="wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

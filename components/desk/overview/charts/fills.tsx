/** How an area looks: a colour and a pattern, so that neighbours also differ for those who do not see colours. */
const looks = {
  problem: { colour: "fill-problem", mark: null },
  problemStripes: { colour: "fill-problem", mark: "M-1,1 l2,-2 M0,8 l8,-8 M7,9 l2,-2" },
  accent: { colour: "fill-accent", mark: null },
  accentStripes: { colour: "fill-accent", mark: "M-1,1 l2,-2 M0,8 l8,-8 M7,9 l2,-2" },
  ok: { colour: "fill-ok", mark: null },
  okDots: { colour: "fill-ok", mark: "M2,1 v2 M6,5 v2" },
  softLines: { colour: "fill-soft", mark: "M0,4 h8" },
  softDots: { colour: "fill-soft", mark: "M2,1 v2 M6,5 v2" },
  textGrid: { colour: "fill-text", mark: "M0,4 h8 M4,0 v8" },
  edge: { colour: "fill-edge", mark: null },
} as const;

export type Fill = keyof typeof looks;
const names = Object.keys(looks) as Fill[];

const sizePx = 8;

export const fillOf = (id: string, fill: Fill): string => `url(#${id}-${fill})`;

/** The patterns of one chart. */
export function Fills({ id }: { id: string }) {
  return (
    <defs>
      {names.map((name) => (
        <pattern key={name} id={`${id}-${name}`} width={sizePx} height={sizePx} patternUnits="userSpaceOnUse">
          <rect width={sizePx} height={sizePx} className={looks[name].colour} />
          {looks[name].mark && <path d={looks[name].mark} className="stroke-surface" strokeWidth="1.25" fill="none" />}
        </pattern>
      ))}
    </defs>
  );
}

export type Series = { name: string; fill: Fill };

/** What the patterns stand for. */
export function Legend({ id, series }: { id: string; series: readonly Series[] }) {
  return (
    <ul className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-xs">
      {series.map(({ name, fill }, index) => (
        <li key={`${index} ${name}`} className="flex min-w-0 items-center gap-1.5">
          <svg width="16" height="12" className="shrink-0" aria-hidden="true">
            <rect width="16" height="12" rx="2" fill={fillOf(id, fill)} />
          </svg>
          <bdi className="min-w-0 break-words">{name}</bdi>
        </li>
      ))}
    </ul>
  );
}

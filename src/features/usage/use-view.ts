import { useSearchParams } from 'react-router';
import type { Grouping, Ledger } from '#contract/usage.ts';
import { GROUPINGS, LEDGERS } from '#contract/usage.ts';
import type { Range } from './stretch.ts';
import { RANGES } from './stretch.ts';

export type Step = 'day' | 'hour';

/** What the page shows, as its address keeps it. */
export type View = {
  ledger: Ledger;
  range: Range;
  /** Own dates, `2026-11-21`; '' where none were given. */
  from: string;
  to: string;
  by: Grouping;
  step: Step;
  /** Who the list of who used most is of. */
  who: Grouping;
  /** Only the calls of this key, or of this action. */
  key: string;
  action: string;
};

export const DEFAULT_VIEW: View = {
  ledger: 'text',
  range: '30',
  from: '',
  to: '',
  by: 'action',
  step: 'day',
  who: 'key',
  key: '',
  action: '',
};

function oneOf<Word extends string>(words: readonly Word[], given: string | null, otherwise: Word): Word {
  return words.find((word) => word === given) ?? otherwise;
}

/** Reads an address; what it does not know counts as the default. */
export function readView(search: URLSearchParams): View {
  const text = (name: keyof View) => (search.get(name) ?? '').slice(0, 100);
  return {
    ledger: oneOf(LEDGERS, search.get('ledger'), DEFAULT_VIEW.ledger),
    range: oneOf(RANGES, search.get('range'), DEFAULT_VIEW.range),
    from: text('from'),
    to: text('to'),
    by: oneOf(GROUPINGS, search.get('by'), DEFAULT_VIEW.by),
    step: oneOf(['day', 'hour'], search.get('step'), DEFAULT_VIEW.step),
    who: oneOf(GROUPINGS, search.get('who'), DEFAULT_VIEW.who),
    key: text('key'),
    action: text('action'),
  };
}

/** What is at its default stays out of the address. */
export function writeView(view: View): URLSearchParams {
  const search = new URLSearchParams();
  for (const name of Object.keys(DEFAULT_VIEW) as (keyof View)[]) {
    if (view[name] !== DEFAULT_VIEW[name]) search.set(name, view[name]);
  }
  return search;
}

export function useView(): [View, (change: Partial<View>) => void] {
  const [search, setSearch] = useSearchParams();
  const view = readView(search);
  return [
    view,
    (change) =>
      setSearch((now) => writeView({ ...readView(now), ...change }), {
        replace: true,
        preventScrollReset: true,
      }),
  ];
}

import { useSearchParams } from 'react-router';
import { GROUPINGS, type Grouping, LEDGERS, type Ledger } from '#contract/usage.ts';
import { DATE_RANGE_PRESETS, type DateRange, type DateRangePreset } from './date-range.ts';

export type Step = 'day' | 'hour';

/** The view of the usage page, kept in the page's address. */
export type UsageView = {
  ledger: Ledger;
  range: DateRangePreset;
  /** The custom range as dates, `2026-11-21`; '' without one. */
  from: string;
  to: string;
  by: Grouping;
  step: Step;
  /** What the list of top consumers is grouped by. */
  who: Grouping;
  /** Filters for requests. */
  key: string;
  action: string;
};

/** What each section of the page is given. */
export type UsageSectionProps = {
  view: UsageView;
  /** The days that the page shows, both included. */
  days: DateRange;
  onChange: (change: Partial<UsageView>) => void;
};

export const DEFAULT_USAGE_VIEW: UsageView = {
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

function pickOption<Word extends string>(words: readonly Word[], given: string | null, fallback: Word): Word {
  return words.find((word) => word === given) ?? fallback;
}

/** Unknown values in the address count as the default. */
export function parseUsageView(search: URLSearchParams): UsageView {
  const text = (name: keyof UsageView) => (search.get(name) ?? '').slice(0, 100);
  return {
    ledger: pickOption(LEDGERS, search.get('ledger'), DEFAULT_USAGE_VIEW.ledger),
    range: pickOption(DATE_RANGE_PRESETS, search.get('range'), DEFAULT_USAGE_VIEW.range),
    from: text('from'),
    to: text('to'),
    by: pickOption(GROUPINGS, search.get('by'), DEFAULT_USAGE_VIEW.by),
    step: pickOption(['day', 'hour'], search.get('step'), DEFAULT_USAGE_VIEW.step),
    who: pickOption(GROUPINGS, search.get('who'), DEFAULT_USAGE_VIEW.who),
    key: text('key'),
    action: text('action'),
  };
}

/** Defaults stay out of the address. */
export function usageViewToParams(view: UsageView): URLSearchParams {
  const search = new URLSearchParams();
  for (const name of Object.keys(DEFAULT_USAGE_VIEW) as (keyof UsageView)[]) {
    if (view[name] !== DEFAULT_USAGE_VIEW[name]) search.set(name, view[name]);
  }
  return search;
}

export function useUsageView(): [UsageView, (change: Partial<UsageView>) => void] {
  const [search, setSearch] = useSearchParams();
  const view = parseUsageView(search);
  return [
    view,
    (change) =>
      setSearch((now) => usageViewToParams({ ...parseUsageView(now), ...change }), {
        replace: true,
        preventScrollReset: true,
      }),
  ];
}

import type { AccidentCode, ReasonCode } from '#contract/reasons.ts';
import type { Reason } from '#gateway/core/reason.ts';
import { judgeNames, type PageNameProblem } from '#gateway/engine/reading/html/classify-page.ts';
import type { ReadPage } from '#gateway/modules/units/model.ts';
import { hasOtherLanguage, type MeasuredText, shareRemaining } from './compare-readings.ts';

/** A text that was read; `page` of an address only. */
interface ReadText {
  page: ReadPage | null;
  text: MeasuredText;
  /** Of the document, where it states one. */
  title?: string | undefined;
}

/** The text of a source that answers, beside a newer reading of the source. */
interface Comparison {
  before: ReadText;
  after: ReadText;
  /** Share of the old text that the new one has, 0..1. */
  remaining: number;
  /** Length of the new text by that of the old one. */
  share: number;
}

interface AccidentRule {
  code: AccidentCode;
  /** Parameters of the reason where the rule holds. */
  find: (comparison: Comparison) => Reason['parameters'] | undefined;
  /** Of a source that a person put in the place of another one, which is not held. */
  warning?: ReasonCode;
}

/** Below this share of the old text a page counts as another one. */
const MIN_SHARE = 0.5;
/** Letters and digits below which little is left of a text that was at least this many times as long. */
const ALMOST_EMPTY = { characters: 60, times: 4 };

const when = (holds: boolean): Reason['parameters'] | undefined => (holds ? {} : undefined);

/** The new text has most of the old one no more, and a name that the old one had not. */
function isNowNamed({ before, after, remaining }: Comparison, problem: PageNameProblem): boolean {
  if (remaining >= MIN_SHARE || judgeNames(namesOf(after)) !== problem) return false;
  return judgeNames(namesOf(before)) !== problem;
}

const namesOf = ({ title = '', text }: ReadText): string[] => [title, ...text.opening];

/** What happens to pages between two visits, the most telling first. The former text answers on where a rule holds. */
export const ACCIDENT_RULES: readonly AccidentRule[] = [
  {
    code: 'held-other-host',
    find({ before, after }) {
      const host = after.page?.host;
      return before.page && host !== undefined && host !== before.page.host ? { host } : undefined;
    },
  },
  {
    code: 'held-home-page',
    find: ({ before, after, remaining }) =>
      when(after.page?.isHome === true && before.page?.isHome === false && remaining < MIN_SHARE),
  },
  {
    code: 'held-sign-in',
    find(comparison) {
      const { before, after, remaining } = comparison;
      const isNewForm = after.page?.asksPassword === true && before.page?.asksPassword !== true;
      return when((isNewForm && remaining < MIN_SHARE) || isNowNamed(comparison, 'sign-in'));
    },
  },
  { code: 'held-challenge', find: (comparison) => when(isNowNamed(comparison, 'blocked')) },
  { code: 'held-error', find: (comparison) => when(isNowNamed(comparison, 'error')) },
  { code: 'held-consent', find: (comparison) => when(isNowNamed(comparison, 'consent')) },
  {
    code: 'held-other-language',
    find: ({ before, after, remaining }) =>
      when(remaining < MIN_SHARE && hasOtherLanguage(before.text, after.text)),
    warning: 'replaced-other-language',
  },
  {
    code: 'held-empty',
    find: ({ after: { text }, share }) =>
      when(text.characters < ALMOST_EMPTY.characters && share < 1 / ALMOST_EMPTY.times),
    warning: 'replaced-empty',
  },
  {
    code: 'held-shorter',
    find: ({ share }) => (share < MIN_SHARE ? { percent: Math.round(100 * share) } : undefined),
    warning: 'replaced-shorter',
  },
];

function compare(before: ReadText, after: ReadText): Comparison {
  const share = after.text.characters / Math.max(1, before.text.characters);
  return { before, after, remaining: shareRemaining(before.text, after.text), share };
}

/**
 * Why a new copy of a page should not take the place of what answers before a person has seen it; undefined where it may.
 * Rules that a person accepted for good of its address are passed over.
 */
export function findAccident(
  before: ReadText,
  after: ReadText,
  accepted: readonly AccidentCode[] = [],
): Reason | undefined {
  const comparison = compare(before, after);
  for (const { code, find } of ACCIDENT_RULES) {
    const parameters = accepted.includes(code) ? undefined : find(comparison);
    if (parameters) return { code, parameters };
  }
  return undefined;
}

/** Warning about a text that a person put in the place of another one; undefined where nothing is odd about it. */
export function findReplacementWarning(before: MeasuredText, after: MeasuredText): Reason | undefined {
  const comparison = compare({ page: null, text: before }, { page: null, text: after });
  for (const { warning, find } of ACCIDENT_RULES) {
    const parameters = warning && find(comparison);
    if (parameters) return { code: warning, parameters };
  }
  return undefined;
}

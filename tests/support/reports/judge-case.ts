/** What does not hold of a settled unit, in words. */
import type { Condition, ReportCase, Wanted } from './report-cases.ts';

interface ReadPassage {
  sectionTitle: string;
  text: string;
  page: number | null;
}

/** What became of the source of a case. */
export interface CaseOutcome {
  status: 'ready' | 'failed' | 'refused';
  passages: readonly ReadPassage[];
  /** Codes. */
  warnings: readonly string[];
  health: readonly string[];
  reasons: readonly string[];
  /** By the question. */
  answers: ReadonlyMap<string, { text: string; band: string }>;
}

const STATUSES = { 2: 'ready', 3: 'failed' } as const;

/** Faults of the outcome; none where everything holds that the case states. */
export function judgeCase({ either, ...condition }: ReportCase, outcome: CaseOutcome): string[] {
  const faults = judge(condition, outcome);
  if (either === undefined) return faults;
  const alternatives = either.map((alternative) => judge(alternative, outcome));
  const holds = alternatives.some((missed) => missed.length === 0);
  return holds
    ? faults
    : [...faults, `none of: ${alternatives.map((missed) => missed.join(', ')).join(' / ')}`];
}

function judge(condition: Condition, outcome: CaseOutcome): string[] {
  const wholes = outcome.passages.map(({ sectionTitle, text }) => normalise(`${sectionTitle}\n${text}`));
  const all = normalise(
    outcome.passages.map(({ sectionTitle, text }) => `${sectionTitle}\n${text}`).join('\n'),
  );
  const faults: string[] = [];
  const expect = (holds: boolean, fault: string) => {
    if (!holds) faults.push(fault);
  };
  if (condition.refused) expect(outcome.status === 'refused', `is ${outcome.status}, not refused`);
  if (condition.status)
    expect(outcome.status === STATUSES[condition.status], `is ${outcome.status}: ${outcome.reasons.join()}`);
  for (const wanted of condition.must ?? []) expect(holds(all, wanted), `lacks ${show(wanted)}`);
  for (const wanted of condition.mustNot ?? []) expect(!holds(all, wanted), `has ${show(wanted)}`);
  expect(isInOrder(all, condition.order ?? []), `not in order: ${condition.order?.map(show).join(', ')}`);
  const lines = outcome.passages.flatMap(({ sectionTitle, text }) =>
    text
      .split('\n')
      .map((line) => ({ line: normalise(line), titled: normalise(`${sectionTitle}\n${line}`) })),
  );
  for (const group of condition.line ?? [])
    expect(
      lines.some(({ titled }) => group.every((wanted) => holds(titled, wanted))),
      `no line with ${group.map(show).join(', ')}`,
    );
  for (const whole of condition.noLine ?? [])
    expect(!lines.some(({ line }) => line === normalise(whole)), `has the line ${whole}`);
  for (const group of condition.together ?? [])
    expect(
      wholes.some((passage) => group.every((wanted) => holds(passage, wanted))),
      `no passage with ${group.map(show).join(', ')}`,
    );
  const passagesWith = (text: string) =>
    outcome.passages.filter((passage) => holds(normalise(passage.text), text));
  for (const [text, section] of Object.entries(condition.section ?? {}))
    expect(
      passagesWith(text).some(({ sectionTitle }) => holds(normalise(sectionTitle), section)),
      `${text}: not under ${section}, but ${passagesWith(text)
        .map(({ sectionTitle }) => sectionTitle || '-')
        .join()}`,
    );
  for (const [text, number] of Object.entries(condition.page ?? {}))
    expect(
      passagesWith(text).some(({ page }) => page === number),
      `${text}: not on page ${number}, but ${passagesWith(text)
        .map(({ page }) => page)
        .join()}`,
    );
  if (condition.warns !== undefined)
    expect(outcome.warnings.length > 0 === condition.warns, `warnings: ${outcome.warnings.join() || 'none'}`);
  for (const code of condition.noHealth ?? [])
    expect(!outcome.health.includes(code), `the health report has ${code}`);
  if (condition.reason)
    expect(
      condition.reason.some((code) => outcome.reasons.includes(code)),
      `the reason is ${outcome.reasons.join() || 'none'}`,
    );
  for (const code of condition.reasonNot ?? [])
    expect(!outcome.reasons.includes(code), `the reason is ${code}`);
  for (const { q, answer = [], answerNot = [], band } of condition.asks ?? []) {
    const given = outcome.answers.get(q) ?? { text: '', band: 'none' };
    const text = normalise(given.text);
    for (const wanted of answer) expect(holds(text, wanted), `"${q}" is not answered with ${show(wanted)}`);
    for (const wanted of answerNot) expect(!holds(text, wanted), `"${q}" is answered with ${show(wanted)}`);
    if (band) expect(band.includes(given.band), `"${q}" is in the band ${given.band}`);
  }
  return faults;
}

const show = (wanted: Wanted): string => (typeof wanted === 'string' ? wanted : wanted.join(' or '));

function holds(text: string, wanted: Wanted): boolean {
  return [wanted].flat().some((alternative) => text.includes(normalise(alternative)));
}

function isInOrder(text: string, order: readonly Wanted[]): boolean {
  let from = 0;
  return order.every((wanted) => {
    const places = [wanted].flat().map((alternative) => text.indexOf(normalise(alternative), from));
    const [first] = places.filter((place) => place >= 0).toSorted((a, b) => a - b);
    from = first ?? from;
    return first !== undefined;
  });
}

/** Letters for their shapes, digits as 0-9, every hyphen as `-`, no signs that show nothing, white space as one space. */
function normalise(text: string): string {
  return text
    .replace(/[\ufb50-\ufdff\ufe70-\ufefc]/g, (shape) => shape.normalize('NFKC'))
    .normalize('NFC')
    .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String((digit.codePointAt(0) ?? 0) & 15))
    .replace(/[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/g, '-')
    .replace(/[\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\u00ad\u0640]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}

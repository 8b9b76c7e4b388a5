import { shorten } from '../calls/print-command.ts';
import type { Outcome } from '../check.ts';
import { countOutcomes, type Report, type Result } from '../run-checks.ts';
import { fill, type ReportLanguage, type Text } from '../text.ts';
import { OUTCOME_COUNTS, OUTCOMES, REPORT_WORDS as WORDS } from './report-words.ts';
import { detailsOf, leftoverTexts, sectionText, verdictText } from './summary.ts';

/** Characters of a request or response that the text shows; the page shows more. */
const MAX_DATA_LENGTH = 600;

interface TextOptions {
  language: ReportLanguage;
  /** Lists the checks that passed, too. */
  all: boolean;
}

/** The report for a terminal: the counts of each subject, then the findings by what they mean, the gravest first. */
export function printReport(report: Report, { language, all }: TextOptions): string {
  const print = (text: Text) => printText(text, language);
  const { target, startedOn, seconds, calls, groups } = report;
  const { units } = report.leftovers;
  const results = groups.flatMap((group) => group.results);
  const facts: [Text, string][] = [
    [WORDS.gateway, isolate(target.baseUrl, language)],
    [WORDS.bot, isolate(target.bot, language)],
    [WORDS.modelFamily, isolate(target.modelFamily, language)],
    [WORDS.date, isolate(startedOn.toISOString().slice(0, 16).replace('T', ' ') + 'Z', language)],
    [WORDS.duration, print(fill(WORDS.seconds, { seconds }))],
    [WORDS.calls, String(calls)],
  ];
  return [
    print(WORDS.title),
    '',
    ...facts.map(([name, value]) => `${print(name)}: ${value}`),
    '',
    ...groups.map(
      ({ group, results }) => `${print(group.title)} [${group.id}]  ${printCounts(results, language)}`,
    ),
    ...OUTCOMES.filter((outcome) => all || outcome !== 'ok').flatMap((outcome) =>
      printOutcome(results, outcome, { language, all }),
    ),
    '',
    printCounts(results, language),
    print(verdictText(report)),
    ...leftoverTexts(report).map(print),
    ...(units.length > 0 ? [print(WORDS.unitsLeft)] : []),
    ...units.map((title) => `  ${isolate(title, language)}`),
    print(WORDS.meaning),
  ].join('\n');
}

function printOutcome(
  results: readonly Result[],
  outcome: Outcome,
  { language, all }: TextOptions,
): string[] {
  const matching = results.filter(({ finding }) => finding.outcome === outcome);
  if (matching.length === 0) return [];
  const title = printText(fill(OUTCOME_COUNTS[outcome], { count: matching.length }), language);
  const lines =
    outcome === 'untestable' && !all
      ? printByReason(matching, language)
      : matching.flatMap((result) => printResult(result, language));
  return ['', title, ...lines];
}

/** Groups untestable checks by reason, one line for each reason. */
function printByReason(results: readonly Result[], language: ReportLanguage): string[] {
  const reasons = Map.groupBy(results, ({ finding }) =>
    finding.outcome === 'untestable' ? printText(finding.reason, language) : '',
  );
  return [...reasons].map(([reason, those]) => {
    const ids = those.map(({ check }) => isolate(check.id, language)).join(language === 'ar' ? '، ' : ', ');
    return `  ${reason}  (${those.length})\n    ${ids}`;
  });
}

function printResult({ check, finding }: Result, language: ReportLanguage): string[] {
  return [
    `  ${isolate(check.id, language)}  (${printText(sectionText(check.section), language)})`,
    `    ${printText(check.rule, language)}`,
    ...detailsOf(finding).map(({ name, value }) => {
      const shown =
        'data' in value
          ? isolate(shorten(oneLine(value.data), MAX_DATA_LENGTH), language)
          : printText(value, language);
      return `    ${printText(name, language)}: ${shown}`;
    }),
  ];
}

function printCounts(results: readonly Result[], language: ReportLanguage): string {
  const counts = countOutcomes(results);
  return OUTCOMES.filter((outcome) => counts[outcome] > 0 || outcome === 'fails')
    .map((outcome) => printText(fill(OUTCOME_COUNTS[outcome], { count: counts[outcome] }), language))
    .join(language === 'ar' ? '، ' : ', ');
}

/** Names between backticks keep them in English; in Arabic they are isolated, since they run the other way. */
export function printText(text: Text, language: ReportLanguage): string {
  const shown = text[language].replace(/\p{Cc}/gu, ' ');
  return language === 'ar' ? shown.replace(/`([^`]*)`/g, (_, name: string) => isolate(name, 'ar')) : shown;
}

export function isolate(text: string, language: ReportLanguage): string {
  const shown = text.replace(/\p{Cc}/gu, ' ');
  return language === 'ar' ? `\u2068${shown}\u2069` : shown;
}

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

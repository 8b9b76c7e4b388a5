import { shorten } from '../calls/print-command.ts';
import { countOutcomes, type GroupResults, type Report, type Result } from '../run-checks.ts';
import { fill, type ReportLanguage, type Text } from '../text.ts';
import { OUTCOME_COUNTS, OUTCOME_NAMES, OUTCOMES, REPORT_WORDS as WORDS } from './report-words.ts';
import { detailsOf, leftoverTexts, sectionText, verdictText } from './summary.ts';

/** Characters of a request or response that the text shows; the page shows more. */
const MAX_DATA_LENGTH = 600;

interface TextOptions {
  language: ReportLanguage;
  /** Lists the checks that passed, too. */
  all: boolean;
}

/** The report for a terminal: grouped by subject, what needs a look first. */
export function printReport(report: Report, { language, all }: TextOptions): string {
  const print = (text: Text) => printText(text, language);
  const { target, startedOn, seconds, calls, groups } = report;
  const { units } = report.leftovers;
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
    ...groups.flatMap((group) => ['', ...printGroup(group, language, all)]),
    '',
    printCounts(
      groups.flatMap(({ results }) => results),
      language,
    ),
    print(verdictText(report)),
    ...leftoverTexts(report).map(print),
    ...(units.length > 0 ? [print(WORDS.unitsLeft)] : []),
    ...units.map((title) => `  ${isolate(title, language)}`),
    print(WORDS.meaning),
  ].join('\n');
}

function printGroup({ group, results }: GroupResults, language: ReportLanguage, all: boolean): string[] {
  const shown = OUTCOMES.filter((outcome) => all || outcome !== 'ok');
  return [
    `${printText(group.title, language)} [${group.id}]  ${printCounts(results, language)}`,
    ...shown.flatMap((outcome) => {
      const group = results.filter(({ finding }) => finding.outcome === outcome);
      return outcome === 'untestable' && !all
        ? printByReason(group, language)
        : group.flatMap((result) => printResult(result, language));
    }),
  ];
}

/** Groups untestable checks by reason, one line for each reason. */
function printByReason(results: readonly Result[], language: ReportLanguage): string[] {
  const reasons = Map.groupBy(results, ({ finding }) =>
    finding.outcome === 'untestable' ? printText(finding.reason, language) : '',
  );
  return [...reasons].map(([reason, those]) => {
    const ids = those.map(({ check }) => isolate(check.id, language)).join(language === 'ar' ? '، ' : ', ');
    return `  ${printText(fill(OUTCOME_COUNTS.untestable, { count: those.length }), language)}  ${reason}\n    ${ids}`;
  });
}

function printResult({ check, finding }: Result, language: ReportLanguage): string[] {
  const head = [OUTCOME_NAMES[finding.outcome], sectionText(check.section)].map((text) =>
    printText(text, language),
  );
  return [
    `  ${head[0]}  ${isolate(check.id, language)}  (${head[1]})`,
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

function isolate(text: string, language: ReportLanguage): string {
  const shown = text.replace(/\p{Cc}/gu, ' ');
  return language === 'ar' ? `\u2068${shown}\u2069` : shown;
}

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

import { escapeMarkup, framePage } from '#conformance/report/frame-page.ts';
import { isolate, printText } from '#conformance/report/print-text.ts';
import type { ReportLanguage, Text } from '#conformance/text.ts';
import { TEST_OUTCOMES, type TestOutcome } from '#contract/tests.ts';
import { printTable } from '#gateway/node/operate/cli/context/print-table.ts';
import type { AskedTest } from './ask-tests.ts';
import { factsOf, reasonsOf, type TestReport } from './test-report.ts';
import { OUTCOME_NAMES, TEST_WORDS as WORDS } from './test-words.ts';

const MAX_QUESTION_LENGTH = 100;
/** Passages of each test on the page that does not pass. */
const MAX_PASSAGES = 5;

/** For a terminal: a row for each test, reasons, facts. Without `all` tests that pass have no row. */
export function printReport(report: TestReport, language: ReportLanguage, all: boolean): string {
  const say = (text: Text) => printText(text, language);
  const shown = report.results.filter(({ outcome }) => all || outcome !== 'passes');
  const rows = shown.map(({ outcome, latencyMs, test }) => [
    say(OUTCOME_NAMES[outcome]),
    latencyMs === null ? '-' : String(Math.round(latencyMs)),
    test.line === null ? '-' : String(test.line),
    isolate(test.question.slice(0, MAX_QUESTION_LENGTH), language),
  ]);
  const reasons = shown.flatMap((result) => {
    const lines = reasonsOf(result).map((reason) => `  ${say(reason)}`);
    return lines.length === 0 ? [] : [isolate(result.test.question, language), ...lines];
  });
  const headings = [WORDS.outcome, WORDS.milliseconds, WORDS.line, WORDS.question].map(say);
  return [
    ...(rows.length > 0 ? [printTable(headings, rows), ''] : []),
    ...(reasons.length > 0 ? [...reasons, ''] : []),
    ...factsOf(report).map(([name, value]) => `${say(name)}: ${isolate(say(value), language)}`),
  ].join('\n');
}

/** Looks of an outcome, by the classes of conformance reports. */
const CLASSES: Readonly<Record<TestOutcome, string>> = {
  passes: 'ok',
  weak: 'note',
  fails: 'fails',
  'cannot-be-asked': 'fails',
  'not-judged': 'untestable',
};

/** One HTML file; everything that was asked and answered is escaped text in its own direction. */
export function printPage(report: TestReport, language: ReportLanguage): string {
  const say = (text: Text) => escapeMarkup(printText(text, language));
  const content = (text: string) => `<bdi dir="auto">${escapeMarkup(text)}</bdi>`;
  const detail = (name: Text, value: string) => `<div><dt>${say(name)}</dt><dd>${value}</dd></div>`;
  const printResult = (result: AskedTest): string => {
    const { test, run, outcome } = result;
    // Ten thousand tests with all passages would be more than a browser shows.
    const shown = outcome === 'passes' ? [] : (run?.passages.slice(0, MAX_PASSAGES) ?? []);
    const passages = shown.map(({ text }) => `<li>${content(text)}</li>`);
    return `<li class="check ${CLASSES[outcome]}"><p><span class="chip">${say(OUTCOME_NAMES[outcome])}</span> ${content(test.question)}</p>
${reasonsOf(result)
  .map((reason) => `<p dir="auto">${say(reason)}</p>`)
  .join('')}
<dl>${run ? detail(WORDS.answer, content(run.answer)) : ''}${passages.length > 0 ? detail(WORDS.passages, `<ol>${passages.join('')}</ol>`) : ''}</dl></li>`;
  };
  const groups = TEST_OUTCOMES.toReversed().map((outcome) => {
    const results = report.results.filter((result) => result.outcome === outcome);
    if (results.length === 0) return '';
    return `<details class="group"${outcome === 'passes' ? '' : ' open'}><summary><h2>${say(OUTCOME_NAMES[outcome])}</h2> <span class="count">${results.length}</span></summary>
<ul>${results.map(printResult).join('\n')}</ul></details>`;
  });
  const facts = factsOf(report).map(([name, value]) => detail(name, `<bdi>${say(value)}</bdi>`));
  return framePage(
    language,
    printText(WORDS.title, language),
    `<main dir="${language === 'ar' ? 'rtl' : 'ltr'}">
<h1>${say(WORDS.title)}</h1>
<dl class="facts">${facts.join('')}</dl>
${groups.join('\n')}
</main>`,
  );
}

/** JUnit XML: what fails or is weak as a failure, what cannot be asked as an error, what was not judged as skipped. */
export function printJunit({ source, results, summary }: TestReport, language: ReportLanguage): string {
  const { counts, total } = summary;
  const attribute = (text: string) => escapeMarkup(text.replace(NOT_XML, ' '));
  const numbers = `tests="${total}" failures="${counts.fails + counts.weak}" errors="${counts['cannot-be-asked']}" skipped="${counts['not-judged']}"`;
  const cases = results.map((result) => {
    const { test, outcome, latencyMs } = result;
    const reasons = reasonsOf(result).map((reason) => printText(reason, language));
    const message = attribute(reasons.join('; ') || printText(OUTCOME_NAMES[outcome], language));
    const child = {
      passes: '',
      weak: `<failure message="${message}"/>`,
      fails: `<failure message="${message}"/>`,
      'cannot-be-asked': `<error message="${message}"/>`,
      'not-judged': '<skipped/>',
    }[outcome];
    const seconds = ((latencyMs ?? 0) / 1000).toFixed(3);
    return `<testcase classname="${attribute(test.set ?? source)}" name="${attribute(test.question)}" time="${seconds}">${child}</testcase>\n`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites ${numbers}>
<testsuite name="${attribute(source)}" ${numbers}>
${cases.join('')}</testsuite>
</testsuites>
`;
}

/** Characters that XML 1.0 refuses, also as entities. */
const NOT_XML = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

import { shorten } from '../calls/print-command.ts';
import type { Outcome } from '../check.ts';
import { countOutcomes, type GroupResults, type Report, type Result } from '../run-checks.ts';
import { fill, REPORT_LANGUAGES, type ReportLanguage, type Text } from '../text.ts';
import { escapeMarkup, framePage } from './frame-page.ts';
import { OUTCOME_COUNTS, OUTCOME_NAMES, OUTCOMES, REPORT_WORDS as WORDS } from './report-words.ts';
import { type Detail, detailsOf, leftoverTexts, sectionText, verdictText } from './summary.ts';

/** Characters of a request or response. */
const MAX_DATA_LENGTH = 2000;

/**
 * The report as one HTML file in both languages, with a switch between them. The page loads no resource and runs no
 * script; all content of the gateway is escaped text.
 */
export function printPage(report: Report, first: ReportLanguage): string {
  const title = REPORT_LANGUAGES.map((language) => WORDS.title[language]).join(' · ');
  return framePage(
    first,
    title,
    `<fieldset class="languages"><legend>Language · <span lang="ar">اللغة</span></legend>
${REPORT_LANGUAGES.map((language) => printSwitch(language, first)).join('\n')}
</fieldset>
<main>
${REPORT_LANGUAGES.map((language) => printHalf(report, language)).join('\n')}
</main>`,
  );
}

function printSwitch(language: ReportLanguage, first: ReportLanguage): string {
  const checked = language === first ? ' checked' : '';
  return `<label lang="${language}"><input type="radio" name="language" id="show-${language}"${checked}> ${escapeMarkup(WORDS.language[language])}</label>`;
}

/** One language's half. */
function printHalf(report: Report, language: ReportLanguage): string {
  const { groups } = report;
  /** Names between backticks become code, which may run either way. */
  const print: Print = (text) =>
    escapeMarkup(text[language]).replace(/`([^`]*)`/g, '<code dir="auto">$1</code>');

  const printCounts = (results: readonly Result[]): string => {
    const counts = countOutcomes(results);
    return OUTCOMES.filter((outcome) => counts[outcome] > 0)
      .map((outcome) => {
        const text = fill(OUTCOME_COUNTS[outcome], { count: counts[outcome] });
        return `<span class="count ${outcome}">${print(text)}</span>`;
      })
      .join(' ');
  };

  const printDetail = ({ name, value }: Detail): string => {
    const shown = 'data' in value ? printBlock(value.data) : print(value);
    return `<div><dt>${print(name)}</dt><dd>${shown}</dd></div>`;
  };

  const printResult = ({ check, finding }: Result): string => {
    const details = detailsOf(finding).map(printDetail).join('');
    return `<li class="check ${finding.outcome}"><p><span class="chip">${print(OUTCOME_NAMES[finding.outcome])}</span> <code dir="ltr">${escapeMarkup(check.id)}</code> <span class="section">${print(sectionText(check.section))}</span></p>
<p>${print(check.rule)}</p>${details && `<dl>${details}</dl>`}</li>`;
  };

  const results = groups.flatMap((group) => group.results);
  const printOutcome = (outcome: Outcome): string => {
    const matching = results.filter(({ finding }) => finding.outcome === outcome);
    if (matching.length === 0) return '';
    const isOpen = outcome === 'fails' ? ' open' : '';
    return `<details class="group"${isOpen}><summary><h2>${print(OUTCOME_NAMES[outcome])}</h2> <span class="count ${outcome}">${matching.length}</span></summary>
<ul>${matching.map(printResult).join('\n')}</ul></details>`;
  };
  const printSubject = ({ group, results }: GroupResults): string =>
    `<div><dt>${print(group.title)}</dt><dd>${printCounts(results)}</dd></div>`;

  const printUnitsLeft = (): string => {
    const titles = report.leftovers.units.map((title) => `<li dir="auto">${escapeMarkup(title)}</li>`);
    return titles.length === 0
      ? ''
      : `<p>${print(WORDS.unitsLeft)}</p><ul class="titles">${titles.join('')}</ul>`;
  };

  return `<section class="half" data-language="${language}" lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">
<h1>${print(WORDS.title)}</h1>
<dl class="facts">${factsOf(report, print)
    .map(([name, value]) => `<div><dt>${print(name)}</dt><dd>${value}</dd></div>`)
    .join('')}</dl>
<p class="verdict"><strong>${print(verdictText(report))}</strong> ${printCounts(results)}</p>
${leftoverTexts(report)
  .map((text) => `<p>${print(text)}</p>`)
  .join('\n')}
${printUnitsLeft()}
<p class="meaning">${print(WORDS.meaning)}</p>
<dl class="facts">${groups.map(printSubject).join('')}</dl>
${OUTCOMES.map(printOutcome).join('\n')}
</section>`;
}

type Print = (text: Text) => string;

const factsOf = ({ target, startedOn, seconds, calls }: Report, print: Print): [Text, string][] => [
  [WORDS.gateway, printData(target.baseUrl)],
  [WORDS.bot, printData(target.bot)],
  [WORDS.modelFamily, printData(target.modelFamily)],
  [WORDS.date, `<bdi>${startedOn.toISOString().slice(0, 16).replace('T', ' ')}Z</bdi>`],
  [WORDS.duration, print(fill(WORDS.seconds, { seconds }))],
  [WORDS.calls, String(calls)],
];

const printData = (text: string): string => `<code dir="auto">${escapeMarkup(text)}</code>`;

const printBlock = (text: string): string =>
  `<pre dir="auto" tabindex="0">${escapeMarkup(shorten(text, MAX_DATA_LENGTH))}</pre>`;

import { readFileSync } from 'node:fs';
import type { Exchange } from '../calls/exchange.ts';
import { shorten } from '../calls/print-command.ts';
import type { Finding } from '../check.ts';
import { countOutcomes, type GroupResults, type Report, type Result } from '../run-checks.ts';
import { fill, REPORT_LANGUAGES, type ReportLanguage, type Text } from '../text.ts';
import { OUTCOME_COUNTS, OUTCOME_NAMES, OUTCOMES, REPORT_WORDS as WORDS } from './report-words.ts';
import { leftoverTexts, sectionText, verdictText } from './summary.ts';

const MAX_BODY_LENGTH = 2000;

/**
 * The report as one file, in both languages, of which one is shown. It loads nothing and runs no script; everything that
 * a gateway said is text in it.
 */
export function printPage(report: Report, first: ReportLanguage): string {
  const css = readFileSync(new URL('page.css', import.meta.url), 'utf8');
  return `<!doctype html>
<html lang="${first}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${REPORT_LANGUAGES.map((language) => escape(WORDS.title[language])).join(' · ')}</title>
<style>${css}</style>
</head>
<body>
<fieldset class="languages"><legend>Language · <span lang="ar">اللغة</span></legend>
${REPORT_LANGUAGES.map((language) => printSwitch(language, first)).join('\n')}
</fieldset>
<main>
${REPORT_LANGUAGES.map((language) => new Page(report, language).print()).join('\n')}
</main>
</body>
</html>
`;
}

function printSwitch(language: ReportLanguage, first: ReportLanguage): string {
  const checked = language === first ? ' checked' : '';
  return `<label lang="${language}"><input type="radio" name="language" id="show-${language}"${checked}> ${escape(WORDS.language[language])}</label>`;
}

/** One language's half. */
class Page {
  private readonly report: Report;
  private readonly language: ReportLanguage;

  constructor(report: Report, language: ReportLanguage) {
    this.report = report;
    this.language = language;
  }

  print(): string {
    const { language, report } = this;
    const { target, startedOn, seconds, calls, groups } = report;
    const facts: [Text, string][] = [
      [WORDS.gateway, printData(target.baseUrl)],
      [WORDS.bot, printData(target.bot)],
      [WORDS.modelFamily, printData(target.modelFamily)],
      [WORDS.date, `<bdi>${startedOn.toISOString().slice(0, 16).replace('T', ' ')}Z</bdi>`],
      [WORDS.duration, this.text(fill(WORDS.seconds, { seconds }))],
      [WORDS.calls, String(calls)],
    ];
    return `<section class="half" data-language="${language}" lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">
<h1>${this.text(WORDS.title)}</h1>
<dl class="facts">${facts.map(([name, value]) => `<div><dt>${this.text(name)}</dt><dd>${value}</dd></div>`).join('')}</dl>
<p class="verdict"><strong>${this.text(verdictText(report))}</strong> ${this.counts(groups.flatMap(({ results }) => results))}</p>
${leftoverTexts(report)
  .map((text) => `<p>${this.text(text)}</p>`)
  .join('\n')}
<p class="meaning">${this.text(WORDS.meaning)}</p>
${groups.map((group) => this.group(group)).join('\n')}
</section>`;
  }

  private group({ group, results }: GroupResults): string {
    const isOpen = results.some(({ finding }) => finding.outcome === 'fails') ? ' open' : '';
    const lists = OUTCOMES.map((outcome) => results.filter(({ finding }) => finding.outcome === outcome))
      .filter((found) => found.length > 0)
      .map((found) => `<ul>${found.map((result) => this.result(result)).join('\n')}</ul>`);
    return `<details class="group"${isOpen}><summary><h2>${this.text(group.title)}</h2> ${this.counts(results)}</summary>
${lists.join('\n')}</details>`;
  }

  private result({ check, finding }: Result): string {
    return `<li class="check ${finding.outcome}"><p class="head"><span class="chip">${this.text(OUTCOME_NAMES[finding.outcome])}</span> <code dir="ltr">${escape(check.id)}</code> <span class="section">${this.text(sectionText(check.section))}</span></p>
<p>${this.text(check.rule)}</p>${this.details(finding)}</li>`;
  }

  private details(finding: Finding): string {
    const row = (name: Text, value: string) => `<div><dt>${this.text(name)}</dt><dd>${value}</dd></div>`;
    const call = (exchange: Exchange | undefined) =>
      exchange
        ? (exchange.text === '' ? '' : row(WORDS.body, printBlock(shorten(exchange.text, MAX_BODY_LENGTH)))) +
          row(WORDS.request, printBlock(exchange.command, 'ltr'))
        : '';
    switch (finding.outcome) {
      case 'ok':
        return '';
      case 'untestable':
        return `<dl>${row(WORDS.reason, this.text(finding.reason))}</dl>`;
      case 'note':
        return `<dl>${row(WORDS.reason, this.text(finding.reason))}${call(finding.exchange)}</dl>`;
      case 'fails':
        return `<dl>${row(WORDS.expected, this.text(finding.expected))}${row(WORDS.came, this.text(finding.came))}${call(finding.exchange)}</dl>`;
    }
  }

  private counts(results: readonly Result[]): string {
    const counts = countOutcomes(results);
    return OUTCOMES.filter((outcome) => counts[outcome] > 0)
      .map(
        (outcome) =>
          `<span class="count ${outcome}">${this.text(fill(OUTCOME_COUNTS[outcome], { count: counts[outcome] }))}</span>`,
      )
      .join(' ');
  }

  /** Names between backticks become code, which may run either way. */
  private text(text: Text): string {
    return escape(text[this.language]).replace(/`([^`]*)`/g, '<code dir="auto">$1</code>');
  }
}

const printData = (text: string): string => `<code dir="auto">${escape(text)}</code>`;

const printBlock = (text: string, dir = 'auto'): string =>
  `<pre dir="${dir}" tabindex="0">${escape(text)}</pre>`;

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}

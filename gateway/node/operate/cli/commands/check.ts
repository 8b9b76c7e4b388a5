import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Target } from '#conformance/calls/call.ts';
import { estimateOf } from '#conformance/estimate.ts';
import { TITLE_PREFIX } from '#conformance/lab.ts';
import { whyUnreachable } from '#conformance/reach.ts';
import { printPage } from '#conformance/report/print-page.ts';
import { printReport, printText } from '#conformance/report/print-text.ts';
import { RUN_WORDS as WORDS } from '#conformance/report/report-words.ts';
import { countOutcomes, type Report, runChecks } from '#conformance/run-checks.ts';
import { CHECK_GROUPS } from '#conformance/sections/index.ts';
import { fill, type Text } from '#conformance/text.ts';
import {
  type Command,
  type CommandContext,
  CommandError,
  CommandUsageError,
} from '#gateway/node/operate/cli/context/command.ts';
import {
  COULD_NOT_RUN,
  languageOf,
  requireWritable,
  targetOf,
} from '#gateway/node/operate/cli/context/gateway-call.ts';
import { numberOf, textOf, textsOf } from '#gateway/node/operate/cli/context/read-options.ts';

const SECTIONS = CHECK_GROUPS.filter(({ when }) => when !== 'load').map(({ id }) => id);
/** With deleting the test units afterwards it stays below two minutes. */
const DEFAULT_SECONDS = 100;
const DEFAULT_WAIT_SECONDS = 45;
const DEFAULT_PAGE = 'https://example.com/';

export const check: Command = {
  name: 'check',
  argNames: ['<url>'],
  summary: 'check whether a gateway keeps to the interface',
  details: `Calls the gateway at that address as any client does, and reports what it keeps, what it breaks and what could
not be seen. The key comes from FIHRIST_CHECK_KEY or from standard input. Test units are deleted at the end where
the gateway can. Exit codes: 0 nothing failed, 1 something failed, 2 it could not run or not to its end.`,
  withoutData: true,
  options: {
    bot: { value: '<bot>', description: 'the bot that the calls are for; needed' },
    'model-family': { value: '<name>', description: 'the name of the path segment "Model"' },
    lang: { value: '<en|ar>', description: 'the language of the text; default en' },
    html: { value: '<file>', description: 'also write the report as a page in both languages' },
    only: {
      multiple: true,
      value: '<section>',
      description: `only this section; may be given several times: ${SECTIONS.slice(0, 6).join(', ')},
                         ${SECTIONS.slice(6).join(', ')}`,
    },
    page: {
      value: '<url>',
      description: `an address that the gateway may index; default ${DEFAULT_PAGE}`,
    },
    unit: { value: '<id>', description: 'a unit to read where registrations name no id' },
    wait: {
      value: '<seconds>',
      description: `how long a unit may take to be indexed; default ${DEFAULT_WAIT_SECONDS}`,
    },
    seconds: {
      value: '<seconds>',
      description: `how long the checks may take; default ${DEFAULT_SECONDS}`,
    },
    load: { description: 'also hold 60 streams open at once, to find the concurrency limit' },
    all: { description: 'also list the checks that passed' },
  },
  async run(call) {
    const language = languageOf(call);
    const say = (text: Text) => printText(text, language);
    const groups = chosenGroups(call);
    const timeLimitMs = secondsOf(call, 'seconds', DEFAULT_SECONDS) * 1000;
    const indexingMs = secondsOf(call, 'wait', DEFAULT_WAIT_SECONDS) * 1000;
    const options = {
      target: await targetOf(call, '<url>', call.args[0] ?? ''),
      fetch: (request: Request) => fetch(request),
      pageUrl: textOf(call, 'page') ?? DEFAULT_PAGE,
      unitId: textOf(call, 'unit'),
      indexingMs,
      signal: call.signal,
    };
    const html = await requireWritable(call, 'html');
    const reason = await whyUnreachable(options.target, options.fetch, call.signal);
    if (reason) throw new CommandError(say(reason), COULD_NOT_RUN);

    for (const text of planOf(options.target, groups, timeLimitMs)) call.warn(say(text));
    const report = await runChecks({
      ...options,
      groups,
      timeLimitMs,
      onProgress: (done, total) => call.drawProgress(say(fill(WORDS.progress, { done, total }))),
    });
    call.printLine(printReport(report, { language, all: call.options['all'] === true }));
    call.printJson(report);
    if (html !== undefined) {
      await writeFile(resolve(html), printPage(report, language));
      call.warn(say(fill(WORDS.written, { file: html })));
    }
    endWith(report, say);
  },
};

function chosenGroups(call: CommandContext) {
  const names = textsOf(call, 'only') ?? SECTIONS;
  const unknown = names.find((name) => !SECTIONS.includes(name));
  if (unknown !== undefined)
    throw new CommandUsageError(`There is no section "${unknown}". Sections: ${SECTIONS.join(', ')}.`);
  const isLoad = call.options['load'] === true;
  return CHECK_GROUPS.filter(({ id, when }) => (when === 'load' ? isLoad : names.includes(id)));
}

function secondsOf(call: CommandContext, name: string, otherwise: number): number {
  const text = textOf(call, name);
  const seconds = text === undefined ? otherwise : numberOf(text, `--${name}`);
  if (seconds < 1) throw new CommandUsageError(`--${name} must be at least 1.`);
  return seconds;
}

/** Announcement of a run: its checks, its cost, and the units and files that the run makes. */
function planOf(target: Target, groups: ReturnType<typeof chosenGroups>, timeLimitMs: number): Text[] {
  const { tokens, audioSeconds, files, units } = estimateOf(groups.map(({ id }) => id));
  const checks = groups.reduce((sum, group) => sum + group.checks.length, 0);
  const { baseUrl: gateway, bot } = target;
  return [
    fill(WORDS.plan, { gateway, bot, checks, seconds: timeLimitMs / 1000 }),
    ...(tokens + audioSeconds > 0 ? [fill(WORDS.costs, { tokens, audio: audioSeconds })] : []),
    ...(files + units > 0 ? [fill(WORDS.makes, { files, units, prefix: TITLE_PREFIX })] : []),
  ];
}

/** Ends the command with the exit code of the report. */
function endWith(report: Report, say: (text: Text) => string): void {
  const counts = countOutcomes(report.groups.flatMap(({ results }) => results));
  const failed = counts.fails + counts.lenient;
  if (failed > 0) throw new CommandError(say(fill(WORDS.failed, { count: failed })));
  if (report.stopped !== null || counts.ok === 0)
    throw new CommandError(say(WORDS.incomplete), COULD_NOT_RUN);
}

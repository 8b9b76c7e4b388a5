import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { readTestFile } from '#common/read-test-file.ts';
import { emptyCall } from '#conformance/calls/requests.ts';
import { whyUnreachable } from '#conformance/reach.ts';
import { printText } from '#conformance/report/print-text.ts';
import { fill, type Text } from '#conformance/text.ts';
import { answer } from '#contract/operations/answers.ts';
import { AskingStopped, askTests, type TestToAsk } from '#gateway/node/operate/cli/ask-tests/ask-tests.ts';
import {
  type EarlierReport,
  readEarlierReport,
} from '#gateway/node/operate/cli/ask-tests/compare-reports.ts';
import { fetchSet } from '#gateway/node/operate/cli/ask-tests/fetch-set.ts';
import { printJunit, printPage, printReport } from '#gateway/node/operate/cli/ask-tests/print-report.ts';
import { makeReport, type TestReport, toJson } from '#gateway/node/operate/cli/ask-tests/test-report.ts';
import { problemText, TEST_WORDS as WORDS } from '#gateway/node/operate/cli/ask-tests/test-words.ts';
import {
  type Command,
  type CommandContext,
  CommandError,
  CommandUsageError,
} from '#gateway/node/operate/cli/context/command.ts';
import {
  COULD_NOT_RUN,
  languageOf,
  readFileOf,
  requireWritable,
  targetOf,
} from '#gateway/node/operate/cli/context/gateway-call.ts';
import { numberOf, textOf } from '#gateway/node/operate/cli/context/read-options.ts';

const DEFAULT_CONCURRENCY = 4;
const MAX_CONCURRENCY = 20;
/** Problems of a file that are listed. */
const MAX_LISTED = 50;

type Say = (text: Text) => string;

export const testCommand: Command = {
  name: 'test',
  argNames: [],
  summary: 'ask a gateway the questions of a file or set and judge the answers',
  details: `Asks each question at the documented endpoint of any gateway of the interface and judges what comes back. The key
comes from --key-file, from FIHRIST_CHECK_KEY or from standard input. Exit codes: 0 enough tests pass, 1 too few
pass, 2 it could not run or not to its end, or no test could be judged. --json prints everything, also the answers.`,
  withoutData: true,
  options: {
    gateway: { value: '<url>', description: 'the address of the gateway; needed' },
    file: { value: '<file>', description: 'tests as .jsonl or .csv, or a question on each line of a .txt' },
    set: { value: '<name>', description: 'in place of --file: a test set that the gateway keeps' },
    bot: { value: '<bot>', description: 'the bot that is asked; default 1' },
    'key-file': { value: '<file>', description: 'a file that holds the key' },
    'fail-under': {
      value: '<share>',
      description: 'lowest pass rate that ends with 0, such as 0.95; default 1',
    },
    concurrency: {
      value: '<count>',
      description: `questions asked at a time, at most ${MAX_CONCURRENCY}; default ${DEFAULT_CONCURRENCY}`,
    },
    compare: { value: '<file>', description: 'what --json printed before: tests lost and gained since' },
    junit: { value: '<file>', description: 'also write the outcomes as JUnit XML' },
    html: { value: '<file>', description: 'also write the report as a page' },
    lang: {
      value: '<en|ar>',
      description: 'the language of the text; default that of the environment',
    },
    all: { description: 'also list the tests that pass' },
  },
  async run(call) {
    const language = languageOf(call, languageOfEnvironment(call));
    const say: Say = (text) => printText(text, language);
    try {
      await runTests(call, say, language);
    } catch (error) {
      throw error instanceof AskingStopped ? new CommandError(say(error.reason), COULD_NOT_RUN) : error;
    }
  },
};

async function runTests(call: CommandContext, say: Say, language: 'en' | 'ar'): Promise<void> {
  const failUnder = shareOf(textOf(call, 'fail-under') ?? '1');
  const concurrency = numberOf(textOf(call, 'concurrency') ?? String(DEFAULT_CONCURRENCY), '--concurrency');
  if (concurrency < 1 || concurrency > MAX_CONCURRENCY)
    throw new CommandUsageError(`--concurrency must be from 1 to ${MAX_CONCURRENCY}.`);
  const [file, set] = [textOf(call, 'file'), textOf(call, 'set')];
  const source = file ?? set;
  if (source === undefined || (file !== undefined && set !== undefined))
    throw new CommandUsageError('Either --file or --set is needed.');
  const url = textOf(call, 'gateway');
  if (url === undefined) throw new CommandUsageError('--gateway is missing.');
  const withBot = { ...call, options: { bot: '1', ...call.options } };
  const target = await targetOf(withBot, '--gateway', url);
  const calling = { target, fetch: (request: Request) => fetch(request), signal: call.signal };
  const [junit, html] = [await requireWritable(call, 'junit'), await requireWritable(call, 'html')];
  const earlier = await readEarlier(textOf(call, 'compare'));
  const fileTests = file === undefined ? undefined : await readTests(file, call, say);
  const reason = await whyUnreachable(target, calling.fetch, call.signal, [emptyCall(answer)]);
  if (reason) throw new AskingStopped(reason);
  const tests = fileTests ?? (await fetchSet(source, calling));
  if (tests.length === 0) throw new AskingStopped(fill(WORDS.empty, { source }));

  const { baseUrl: gateway, bot } = target;
  call.warn(say(fill(WORDS.plan, { tests: tests.length, bot, gateway })));
  const startedOn = new Date();
  const results = await askTests(tests, {
    ...calling,
    concurrency,
    onProgress: (done, total) => call.drawProgress(say(fill(WORDS.progress, { done, total }))),
  });
  const report = makeReport(target, results, { source, startedOn, earlier });
  call.printLine(printReport(report, language, call.options['all'] === true));
  call.printJson(toJson(report));
  if (junit !== undefined) await writeFile(resolve(junit), printJunit(report, language));
  if (html !== undefined) await writeFile(resolve(html), printPage(report, language));
  endWith(report, failUnder, say);
}

/** The tests of a file without problems: a test that was left out would pass unseen. */
async function readTests(file: string, call: CommandContext, say: Say): Promise<TestToAsk[]> {
  const content = await readTestFile(await readFileOf('file', file), { name: file });
  if (!content) throw new AskingStopped(fill(WORDS.binary, { file }));
  const { tests, problems, repeated, ignored } = content;
  for (const problem of problems.slice(0, MAX_LISTED)) call.warn(say(problemText(problem)));
  if (problems.length > 0) throw new AskingStopped(fill(WORDS.problems, { file, count: problems.length }));
  if (repeated > 0) call.warn(say(fill(WORDS.repeated, { count: repeated })));
  if (ignored.length > 0) call.warn(say(fill(WORDS.ignored, { names: ignored.join(', ') })));
  return tests;
}

async function readEarlier(file: string | undefined): Promise<EarlierReport | undefined> {
  if (file === undefined) return undefined;
  const report = readEarlierReport(new TextDecoder().decode(await readFileOf('compare', file)));
  if (!report) throw new AskingStopped(fill(WORDS.notReport, { file }));
  return report;
}

function shareOf(text: string): number {
  if (/^(?:0(?:\.\d+)?|1(?:\.0+)?)$/.test(text)) return Number(text);
  throw new CommandUsageError(`--fail-under must be from 0 to 1, such as 0.95, not "${text}".`);
}

function languageOfEnvironment({ environment }: CommandContext): 'en' | 'ar' {
  const locale = environment['LC_ALL'] || environment['LC_MESSAGES'] || environment['LANG'] || '';
  return locale.startsWith('ar') ? 'ar' : 'en';
}

function endWith({ summary: { passRate } }: TestReport, failUnder: number, say: Say): void {
  if (passRate === null) throw new AskingStopped(WORDS.noRate);
  if (passRate < failUnder) throw new CommandError(say(fill(WORDS.below, { limit: failUnder })));
}

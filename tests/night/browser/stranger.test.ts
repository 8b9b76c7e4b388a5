/**
 * Every page over a gateway of another team on an origin of its own: as strict and as silent as the interface allows.
 * What a person sees is true, and nothing is asked of it that the interface does not name.
 */
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { languages } from '#src/i18n/languages.ts';
import { paths } from '#src/paths.ts';
import { registeredRow } from '#tests/support/add-steps.ts';
import {
  ASKED_FOR,
  addBoth,
  connectTo,
  enterId,
  FOREIGN_KNOWLEDGE,
  lookAt,
  nameStatus,
  openPage,
} from '#tests/support/foreign-visit.ts';
import { answerOf } from '#tests/support/playground-steps.ts';
import { type RunningServer, startServer } from '#tests/support/server.ts';
import { type Stranger, startStranger } from '#tests/support/stranger/stranger.ts';
import { connectBrowser, openVisit, type Visit, waitForText } from '#tests/support/visit.ts';

const RECORD = join(import.meta.dirname, '../../fixtures/audio/speech-16k.wav');

let browser: Browser;
let stranger: Stranger;
let front: RunningServer;
beforeAll(async () => {
  [browser, stranger] = await Promise.all([connectBrowser(), startStranger()]);
  // No gateway of its own: it serves the page, which calls the stranger across origins.
  front = await startServer({ FIHRIST_UPSTREAM: stranger.origin, FIHRIST_CONNECT_TO: stranger.origin });
});
afterAll(async () => {
  await browser?.close();
  await front?.stop();
  await stranger?.stop();
});
beforeEach(() => stranger.reset());

/** The last call of an endpoint. */
const lastCall = (path: string) => stranger.calls.findLast(({ call }) => call.endsWith(path));

describe.each(languages)('a gateway of another team, %s', (language) => {
  const { title, page: pageTitle, fact } = FOREIGN_KNOWLEDGE[language];
  const faults: string[] = [];
  const look = async (visit: Visit, name: string) =>
    void faults.push(...(await lookAt(visit, `stranger-${name}-${language}`)));

  test('is served by every page, with no untrue word and no undocumented request', async () => {
    faults.splice(0);
    const visit = await openVisit(browser, { language, expected: ASKED_FOR });
    const { page, t } = visit;
    const main = page.getByRole('main');
    await visit.context.grantPermissions(['microphone']);

    await connectTo(visit, front.origin, stranger);
    await waitForText(main, t('overview:health.noList'));
    // The only figure so far is in the 400 of Connect's chat without a message.
    await waitForText(main, /1,234/u);
    await look(visit, 'overview');

    await addBoth(visit, `${inject('site')}/delivery`);
    await look(visit, 'add');
    const row = registeredRow(visit, title);
    await enterId(visit, row, title, stranger.ids()[0] ?? 0);
    await nameStatus(visit, row, 100, 'ready');

    await openPage(visit, 'knowledge');
    await waitForText(page.getByRole('row').filter({ hasText: title }), t('statuses:ready'));
    await waitForText(page.getByRole('region', { name: t('catalogue:title') }), pageTitle);
    await look(visit, 'knowledge');

    await page.getByRole('link', { name: title, exact: true }).click();
    await waitForText(main, t('unit:passages.unavailable'));
    await look(visit, 'unit');
    await askFromUnit(visit);
    expect(lastCall('/RAG/Stream/Answer')?.body).toEqual({
      Question: fact.question,
      IndexNames: [title],
      IsStream: true,
    });
    await look(visit, 'playground');
    await askInAnotherForm(visit);
    await askWithoutQuota(visit);
    await keepAndTest(visit);
    await chat(visit);
    await speak(visit);

    await openPage(visit, 'usage');
    // Used since the first figure, which the hour's last one must not replace.
    await waitForText(main.getByRole('table', { name: t('usage:seen.use') }), /\D[1-9]\d*$/u);
    await look(visit, 'usage');
    await openPage(visit, 'settings');
    await page.getByRole('combobox', { name: t('settings:status.numberIs', { number: 100 }) }).waitFor();
    await look(visit, 'settings');

    expect(faults).toEqual([]);
    expect(stranger.breaches()).toEqual([]);
    await visit.close();
  });

  /** Asks on the unit's page, which leads to the playground. */
  async function askFromUnit(visit: Visit): Promise<void> {
    const { page, t } = visit;
    const box = page.getByRole('textbox', { name: t('unit:ask.label') });
    await box.fill(fact.question);
    await box.press('Enter');
    await waitForText(answerOf(visit), fact.figure);
  }

  /** A stream of other fields is complete, and its form is remembered. */
  async function askInAnotherForm(visit: Visit): Promise<void> {
    const { page, t } = visit;
    stranger.change({ answerEvents: 'own' });
    const again = page.getByRole('button', { name: t('playground:run.askAgain'), exact: true });
    await again.click();
    await waitForText(page.getByRole('alert'), t('faults:title.streamForm'));
    await look(visit, 'other-events');
    await page.getByRole('button', { name: t('faults:next.whole.streamAnswer'), exact: true }).click();
    await waitForText(answerOf(visit), fact.figure);
    // The cost of the stream is unknown, so no part of it may count for the answer.
    const cost = t('spending:after.about', { amount: '\u0000' }).split('\u0000')[0] ?? '';
    expect(await page.getByRole('main').innerText()).not.toContain(cost);
    const streams = stranger.calls.filter(({ call }) => call.endsWith('/RAG/Stream/Answer')).length;
    await again.click();
    await waitForText(answerOf(visit), fact.figure);
    await waitForText(page.getByRole('main'), cost);
    expect(stranger.calls.filter(({ call }) => call.endsWith('/RAG/Stream/Answer'))).toHaveLength(streams);
  }

  async function askWithoutQuota(visit: Visit): Promise<void> {
    const { page, t } = visit;
    stranger.fail('answer', '402');
    await page.getByRole('button', { name: t('playground:run.askAgain'), exact: true }).click();
    await waitForText(page.getByRole('alert'), t('faults:title.quota'));
    await look(visit, 'quota');
  }

  /** A question is there again after a reload, its answer becomes a test in this browser, and tests are asked again. */
  async function keepAndTest(visit: Visit): Promise<void> {
    const { page, t } = visit;
    const main = page.getByRole('main');
    await openPage(visit, 'playground');
    await page.getByRole('textbox', { name: t('playground:question') }).fill(fact.question);
    await page.getByRole('button', { name: t('playground:ask'), exact: true }).click();
    await page.waitForURL(({ pathname }) => pathname.startsWith('/runs/'));
    await page.reload();
    await waitForText(answerOf(visit), fact.figure);
    await page.getByRole('button', { name: t('playground:verdict.right') }).click();
    await waitForText(main, t('judging:result.kept.passes'));
    await look(visit, 'run');

    await openPage(visit, 'tests');
    const passing = t('judging:summary.passing', { passing: '1', total: '1' });
    await waitForText(main, passing);
    await look(visit, 'tests');
    const countAnswers = () => stranger.calls.filter(({ call }) => call.endsWith('/RAG/Answer')).length;
    const before = countAnswers();
    await page.getByRole('button', { name: t('tests:askAll'), exact: true }).click();
    const dialog = page.getByRole('dialog', { name: t('tests:local.confirm', { count: 1 }) });
    await dialog.getByRole('button', { name: t('tests:local.askAll'), exact: true }).click();
    await expect.poll(countAnswers).toBe(before + 1);
    await waitForText(main, passing);
    await page.goto(`${front.origin}${paths.testBatch()}`);
    await waitForText(main, t('tests:local.batch'));
    await look(visit, 'batch');
  }

  /** A question to the knowledge, and two messages to the model: the second without the first, as the page says. */
  async function chat(visit: Visit): Promise<void> {
    const { page, t } = visit;
    await openPage(visit, 'chat');
    const box = page.getByRole('textbox', { name: t('chat:composer.message'), exact: true });
    await box.fill(fact.question);
    await box.press('Enter');
    await waitForText(page.getByRole('list', { name: t('chat:conversation') }), fact.figure);
    await look(visit, 'chat-knowledge');
    await page.getByRole('button', { name: t('chat:mode.model'), exact: true }).click();
    for (const message of [fact.question, fact.section]) {
      await box.fill(message);
      await box.press('Enter');
      await page.locator('strong', { hasText: message }).waitFor();
    }
    await waitForText(page.getByRole('main'), t('chat:history.unsent'));
    await look(visit, 'chat');
  }

  /** In Arabic by the microphone, in English from a file. */
  async function speak(visit: Visit): Promise<void> {
    const { page, t } = visit;
    stranger.change({ transcript: fact.question });
    await openPage(visit, 'voice');
    if (language === 'ar')
      await page.getByRole('button', { name: t('voice:caller.record'), exact: true }).click();
    else await page.locator('input[type=file]').setInputFiles(RECORD);
    const state = { step: t('voice:step.answered'), phase: t('voice:phase.done') };
    await page.getByRole('heading', { name: t('voice:phase.state', state), exact: true }).waitFor();
    await waitForText(page.getByRole('main'), fact.figure);
    await look(visit, 'voice');
  }
});

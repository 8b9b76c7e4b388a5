/** What a person does in the playground. */
import type { Locator } from 'playwright-core';
import { answer, streamAnswer } from '#contract/operations/answers.ts';
import { paths } from '#src/paths.ts';
import type { KnownQuestion } from './known-files.ts';
import { type Visit, waitForText } from './visit.ts';

export async function openPlayground({ page, t }: Visit): Promise<void> {
  await page
    .getByRole('link', { name: t('shell:playground'), exact: true })
    .first()
    .click();
  await page.getByRole('textbox', { name: t('playground:question') }).waitFor();
}

/** Types the beginning of a title and takes the unit that the server finds. */
export async function nameUnit({ page, t }: Visit, title: string, typed = title.slice(0, 5)): Promise<void> {
  await page.getByRole('combobox', { name: t('indexPicker:label') }).fill(typed);
  await page.getByRole('option').filter({ hasText: title }).click();
  await page.getByRole('button', { name: t('indexPicker:remove', { title }), exact: true }).waitFor();
}

export async function chooseDelivery({ page, t }: Visit, delivery: 'streamed' | 'whole'): Promise<void> {
  await page.getByRole('button', { name: t('playground:settings.show'), exact: true }).click();
  const drawer = page.getByRole('dialog', { name: t('playground:settings.title') });
  await drawer
    .getByRole('button', { name: t(`playground:settings.delivery.${delivery}`), exact: true })
    .click();
  await drawer.getByRole('button', { name: t('playground:settings.close') }).click();
  await drawer.waitFor({ state: 'hidden' });
}

/** The retrieved document of a rank, from 1. */
function documentAt({ page, t }: Visit, rank: number): Locator {
  return page.getByRole('listitem', { name: t('playground:documents.rank', { rank }), exact: true });
}

/** What the panel shows of the answer once it is whole. */
export function answerOf({ page, t }: Visit): Locator {
  return page.getByRole('region', { name: t('playground:run.region') }).locator('[aria-busy="false"]');
}

interface AskedResult {
  /** Media type of what the gateway sent. */
  mediaType: string;
  answer: string;
  /** Text of the first document. */
  first: string;
  score: number;
}

/** Types a question, sends it with Enter and waits for its answer. */
export async function ask(
  visit: Visit,
  { question, figure }: KnownQuestion,
  delivery: 'streamed' | 'whole' = 'streamed',
): Promise<AskedResult> {
  const { page, t } = visit;
  const { path } = delivery === 'streamed' ? streamAnswer : answer;
  const box = page.getByRole('textbox', { name: t('playground:question') });
  await box.fill(question);
  const [response] = await Promise.all([
    page.waitForResponse((candidate) => new URL(candidate.url()).pathname === path),
    box.press('Enter'),
  ]);
  await waitForText(answerOf(visit), figure);
  const first = documentAt(visit, 1);
  const label = (await first.getByRole('img').first().getAttribute('aria-label')) ?? '';
  return {
    mediaType: response.headers()['content-type'] ?? '',
    answer: await answerOf(visit).innerText(),
    first: await first.innerText(),
    score: Number(/[\d.]+/u.exec(label)?.[0]),
  };
}

/** Opens the playground with a question to all units, asks it, and waits for a figure in its answer, which is returned. */
export async function askAll(
  visit: Visit,
  origin: string,
  question: string,
  figure: string,
): Promise<string> {
  const { page, t } = visit;
  await page.goto(`${origin}${paths.playground({ question })}`);
  await page.getByRole('button', { name: t('playground:ask'), exact: true }).click();
  await page.getByRole('group', { name: t('playground:verdict.label') }).waitFor();
  await waitForText(answerOf(visit), figure);
  return answerOf(visit).innerText();
}

/** Opens the dialog by which a passage of the open unit is changed. */
export async function openEdit(
  { page, t }: Visit,
  passage: number,
  action: 'correct' | 'hide' | 'insert',
): Promise<Locator> {
  await page.getByRole('button', { name: t('unit:edits.actions', { number: passage }), exact: true }).click();
  await page.getByRole('menuitem', { name: t(`unit:edits.${action}`), exact: true }).click();
  return page.getByRole('dialog');
}

/** Opens why the document of a rank has its score, and returns what it says. */
export async function explainDocument({ page, t }: Visit, rank: number): Promise<string> {
  const name = t('explain:why.of', { rank });
  await page.getByRole('button', { name, exact: true }).click();
  const panel = page.getByRole('region', { name, exact: true });
  await panel.getByRole('button', { name: t('explain:why.figures'), exact: true }).click();
  await waitForText(panel, t('explain:why.parts.words'));
  return panel.innerText();
}

/** The share of the text quota that the top bar shows, in words. */
export async function readQuota({ page, t }: Visit): Promise<string> {
  const meter = page.getByRole('meter', { name: t('shell:textQuota') }).first();
  return (await meter.getAttribute('aria-valuetext')) ?? '';
}

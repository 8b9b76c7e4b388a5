/** What a curator does with a source that was repaired and a question that found nothing, in real Chromium. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { languages } from '#src/i18n/languages.ts';
import { paths } from '#src/paths.ts';
import { findAxeViolations } from '#tests/support/inspect-page.ts';
import { arabicGuide, QUESTIONS } from '#tests/support/known-files.ts';
import { encode1256 } from '#tests/support/mangle-arabic.ts';
import { createPlainClient } from '#tests/support/plain-client.ts';
import { answerOf, ask, explainDocument } from '#tests/support/playground-steps.ts';
import {
  connectBrowser,
  openVisit,
  PROBES,
  signInWithKey,
  type Visit,
  waitForText,
} from '#tests/support/visit.ts';
import { waitForStatus } from '#tests/support/wait-for-status.ts';

const { origin, key } = inject('server');
const OLD_FILE =
  'دليل الموظف الجديد\r\n\r\nأوقات العمل من الأحد إلى الخميس، من الثامنة صباحًا حتى الرابعة عصرًا.';
/** A name of this house alone; the guide uses the general term. */
const HOUSE_NAME = 'نبراس';
const TITLE = 'دليل الخدمات';
const SAID = 'التحويل الدولي';
const QUESTION = `ما ${HOUSE_NAME}؟`;

let browser: Browser;
let bot = 0;
let guide = 0;
let old = 0;
beforeAll(async () => {
  [browser, bot] = await Promise.all([
    connectBrowser(),
    createPlainClient(origin, key).createBot({ name: 'دليل المنسق' }),
  ]);
  const client = createPlainClient(origin, key, bot);
  const add = async (title: string, name: string, bytes: Uint8Array, type: string) =>
    client.register(title, await client.upload(name, new Blob([Uint8Array.from(bytes)], { type })));
  const { name, buffer, mimeType } = arabicGuide();
  guide = await add(TITLE, name, buffer, mimeType);
  old = await add('دليل الموظف', 'دليل الموظف.txt', encode1256(OLD_FILE), 'text/plain');
  await waitForStatus(client, [guide, old]);
});
afterAll(async () => browser?.close());

/** Opens the health report of the only source of a unit, and returns what it says. */
async function openHealth({ page, t }: Visit, unit: number): Promise<string> {
  await page.goto(`${origin}${paths.unit(unit)}`);
  const panel = page.getByRole('region', { name: new RegExp(`^${t('health:title')}`, 'u') });
  await panel.getByRole('button').click();
  await panel.getByRole('list', { name: t('health:languages') }).waitFor();
  return panel.innerText();
}

describe.each(languages)('a curator in %s', (language) => {
  test('sees whether the text of a source was sound', async () => {
    const visit = await openVisit(browser, { language, expected: PROBES });
    const { t } = visit;
    await signInWithKey(visit, { origin, key, bot });
    const turned = await openHealth(visit, guide);
    expect(turned).toContain(t('health:repaired', { count: 1 }));
    expect(turned).toContain(t('health:title_of.reversed-lines'));
    const report = await openHealth(visit, old);
    expect(report).toContain(t('health:guessed'));
    expect(report).toContain('Windows-1256');
    expect(report).toContain(t('health:encoding.next'));
    expect(await findAxeViolations(visit.page)).toEqual([]);
    expect(visit.complaints).toEqual([]);
    await visit.close();
  });

  test('goes from a question that found nothing to a synonym, its effect and the answer', async () => {
    const visit = await openVisit(browser, { language, expected: PROBES });
    const { page, t } = visit;
    await signInWithKey(visit, { origin, key, bot });
    await page.goto(`${origin}${paths.playground({ question: QUESTION, index: [TITLE] })}`);
    await page.getByRole('button', { name: t('playground:ask'), exact: true }).click();
    await page.getByRole('link', { name: new RegExp(t('explain:nothing.synonym', { word: '.+' })) }).click();

    const form = page.getByRole('form', { name: t('synonyms:form.new') });
    await form.getByRole('textbox', { name: t('synonyms:form.type') }).fill(SAID);
    await form.getByRole('textbox', { name: t('synonyms:form.type') }).press('Enter');
    // The question that was asked last is there to be measured.
    await waitForText(form, QUESTION);
    await waitForText(form.getByRole('status'), t('synonyms:measure.firstChanged', { count: 1, total: 1 }));
    await form.getByRole('button', { name: t('synonyms:form.save'), exact: true }).click();
    await waitForText(page.getByRole('list', { name: t('synonyms:list') }), SAID);

    await page.goto(`${origin}${paths.playground({ index: [TITLE] })}`);
    const { figure } = QUESTIONS.guide;
    await ask(visit, { question: QUESTION, section: '', figure });
    await waitForText(answerOf(visit), SAID);
    expect(await explainDocument(visit, 1)).toContain(t('explain:reading.origins.synonym'));
    expect(await findAxeViolations(page)).toEqual([]);

    // The next language starts without it.
    await page.goto(`${origin}${paths.synonyms()}`);
    await page.getByRole('button', { name: t('synonyms:removeNamed', { first: HOUSE_NAME }) }).click();
    await waitForText(page.getByRole('main'), t('synonyms:removed'));
    expect(visit.complaints).toEqual([]);
    await visit.close();
  });
});

/** Texts that change by themselves or by a new file: what is held, what is replaced, what becomes of edits. Real Chromium. */
import type { Browser, Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { type Language, languages } from '#src/i18n/languages.ts';
import { paths } from '#src/paths.ts';
import { chooseFiles, registeredRow } from '#tests/support/add-steps.ts';
import { findAxeViolations } from '#tests/support/inspect-page.ts';
import { putPage } from '#tests/support/page-server.ts';
import { createPlainClient } from '#tests/support/plain-client.ts';
import { askAll, openEdit } from '#tests/support/playground-steps.ts';
import { rollBack } from '#tests/support/roll-back.ts';
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
const site = inject('site');
const TITLE = 'رسوم التوصيل';
const QUESTION = 'كم رسوم التوصيل داخل المدينة؟';
const FRIDAY = 'لا توصيل يوم الجمعة.';
const SIGN_IN = 'سجّل الدخول للمتابعة إلى حسابك';

const fees = (fee: number) => `<h1>${TITLE}</h1>
<p>تصل الطلبات إلى جميع مدن المملكة، وتُجهَّز في يوم الدفع نفسه.</p>
<h2>داخل المدينة</h2>
<p>رسوم التوصيل داخل المدينة ${fee} ريالًا، ويُعفى منها كل طلب تتجاوز قيمته 300 ريال.</p>
<h2>مدة التوصيل</h2>
<p>تصل الطلبات داخل المدينة خلال يومي عمل، وإلى المدن الأخرى خلال أربعة أيام.</p>`;
/** Longer than the pages that a reader recognises by themselves. */
const signIn = (words: string) =>
  `<h1>${SIGN_IN}</h1><p>${words}</p>${'<p>باستخدامك لهذه البوابة فإنك توافق على شروط الاستخدام وسياسة الخصوصية المعمول بها.</p>'.repeat(15)}<form><label>كلمة المرور <input type="password"></label></form>`;

let browser: Browser;
beforeAll(async () => {
  browser = await connectBrowser();
});
afterAll(async () => browser?.close());

/** A person at a bot of their own. */
async function openBot(language: Language, name: string) {
  const bot = await createPlainClient(origin, key).createBot({ name: `${name} ${language}` });
  const client = createPlainClient(origin, key, bot);
  const visit = await openVisit(browser, { language, expected: PROBES });
  await signInWithKey(visit, { origin, key, bot });
  return { client, visit, main: visit.page.getByRole('main') };
}

/** A unit of a page of the site, opened. */
async function openPageUnit(
  { client, visit: { page, language } }: Awaited<ReturnType<typeof openBot>>,
  name: string,
) {
  const address = `${site}/${name}-${language}`;
  await putPage(address, TITLE, fees(18));
  const id = await client.registerUrl(TITLE, address);
  await waitForStatus(client, [id]);
  const open = () => page.goto(`${origin}${paths.unit(id)}`);
  await open();
  return { address, open };
}

const refresh = ({ page, t }: Visit) =>
  page.getByRole('button', { name: t('unit:action.refresh'), exact: true }).click();

describe.each(languages)('a text that changed, in %s', (language) => {
  test('a page that became a sign-in page is held: the old text is kept, or the new one taken', async () => {
    const desk = await openBot(language, 'دخول');
    const { visit, main } = desk;
    const { page, t } = visit;
    const { address, open } = await openPageUnit(desk, 'sign-in');
    const compare = page.getByRole('button', { name: t('unit:held.compare'), exact: true });
    /** Both texts side by side, and the button of the decision. */
    const decide = async (words: string, decision: string): Promise<void> => {
      await putPage(address, SIGN_IN, signIn(words));
      await refresh(visit);
      await waitForText(main, t('unit:status.updateHeld'));
      await compare.click();
      const dialog = page.getByRole('dialog');
      await waitForText(dialog.getByRole('group').first(), '18 ريالًا');
      await waitForText(dialog.getByRole('group').last(), words);
      await dialog.getByText(t('unit:held.always', { kind: t('unit:held.kind.held-sign-in') })).waitFor();
      expect(await findAxeViolations(page)).toEqual([]);
      await dialog.getByRole('button', { name: decision, exact: true }).click();
      await dialog.waitFor({ state: 'hidden' });
    };

    await decide('انتهت جلستك.', t('unit:held.keep'));
    await compare.waitFor({ state: 'hidden' });
    await askAll(visit, origin, QUESTION, '18 ريالًا');

    await open();
    await decide('أُغلق الموقع القديم.', t('unit:held.take'));
    await waitForText(main, 'أُغلق الموقع القديم.');
    await main.getByText('18 ريالًا').waitFor({ state: 'hidden' });
    expect(visit.complaints).toEqual([]);
    await visit.close();
  });

  test('the tariff of the month is dropped on Add, replaces the old one, and is taken back', async () => {
    const { client, visit, main } = await openBot(language, 'تعرفة');
    const { page, t } = visit;
    const tariff = (fee: number) => ({
      name: 'التعرفة.md',
      mimeType: 'text/markdown',
      buffer: Buffer.from(`# التعرفة\n\n## داخل المدينة\n\nرسوم التوصيل داخل المدينة ${fee} ريالًا.\n`),
    });
    const { name, mimeType, buffer } = tariff(10);
    const file = await client.upload(name, new Blob([new Uint8Array(buffer)], { type: mimeType }));
    const id = await client.register('التعرفة', file);
    await waitForStatus(client, [id]);
    await askAll(visit, origin, QUESTION, '10 ريالًا');

    await page.goto(`${origin}${paths.addKnowledge()}`);
    await chooseFiles(visit, [tariff(12)]);
    await waitForText(main, t('add:known.by.title'));
    expect(await findAxeViolations(page)).toEqual([]);
    await page.getByRole('button', { name: `${t('add:known.replace')}: التعرفة`, exact: true }).click();
    await waitForText(registeredRow(visit, 'التعرفة'), t('add:registered.replaced.source'));
    await waitForStatus(client, [id]);
    expect(await askAll(visit, origin, QUESTION, '12 ريالًا')).not.toContain('10 ريالًا');

    await page.goto(`${origin}${paths.unitVersions(id)}`);
    await page.getByRole('link', { name: t('history:openNamed', { number: 2 }), exact: true }).click();
    const changes = page.getByRole('list', { name: t('history:changes.items'), exact: true });
    await waitForText(changes.locator('del'), '10');
    await waitForText(changes.locator('ins'), '12');
    await rollBack(visit, 1);
    expect(await askAll(visit, origin, QUESTION, '10 ريالًا')).not.toContain('12 ريالًا');
    expect(visit.complaints).toEqual([]);
    await visit.close();
  });

  test('an edit whose place the page rewrote waits with three texts, the other edit is applied', async () => {
    const desk = await openBot(language, 'تعديل');
    const { visit, main } = desk;
    const { page, t } = visit;
    const { address, open } = await openPageUnit(desk, 'edited');
    const save = async (dialog: Locator): Promise<void> => {
      await dialog.getByRole('button', { name: t('unit:edits.save'), exact: true }).click();
      await dialog.waitFor({ state: 'hidden' });
    };
    const edits = page.getByRole('list', { name: t('unit:edits.list'), exact: true });
    // The correction shows its words with "Added:" before them.
    const editOf = (kind: string) =>
      edits.getByRole('listitem').filter({ has: page.getByText(kind, { exact: true }) });
    const correction = editOf(t('unit:edits.kind.replace'));
    const addition = editOf(t('unit:edits.kind.insert'));

    const correcting = await openEdit(visit, 2, 'correct');
    const field = correcting.getByRole('textbox').first();
    await field.fill((await field.inputValue()).replace('18', '20'));
    await save(correcting);
    await waitForText(correction, t('unit:edits.state.applied'));
    const adding = await openEdit(visit, 3, 'insert');
    await adding.getByRole('textbox', { name: t('unit:edits.text') }).fill(FRIDAY);
    await save(adding);
    await waitForText(addition, t('unit:edits.state.applied'));

    await putPage(address, TITLE, fees(25));
    await refresh(visit);
    await waitForText(main, t('drafts:notice.title'));
    await waitForText(correction, t('unit:edits.state.conflict'));
    for (const [part, fee] of [
      ['before', '18'],
      ['after', '20'],
      ['now', '25'],
    ] as const)
      await waitForText(correction.getByRole('group', { name: t(`unit:edits.${part}`), exact: true }), fee);
    await waitForText(addition, t('unit:edits.state.applied'));
    expect(await findAxeViolations(page)).toEqual([]);
    expect(await askAll(visit, origin, QUESTION, '20 ريالًا')).not.toContain('25 ريالًا');

    await page.goto(`${origin}${paths.drafts()}`);
    await page
      .getByRole('button', { name: t('drafts:action.publishNamed', { title: TITLE }), exact: true })
      .click();
    await waitForText(main, t('drafts:done.published', { count: 1 }));
    expect(await askAll(visit, origin, QUESTION, '25 ريالًا')).not.toContain('20 ريالًا');
    await open();
    await waitForText(main, FRIDAY);
    await waitForText(addition, t('unit:edits.state.applied'));
    expect(visit.complaints).toEqual([]);
    await visit.close();
  });
});

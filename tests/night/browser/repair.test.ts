/** A locked PDF is replaced from the overview while the unit answers from its last index, in real Chromium. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { languages } from '#src/i18n/languages.ts';
import { paths } from '#src/paths.ts';
import { findAxeViolations } from '#tests/support/inspect-page.ts';
import { lockedPdf } from '#tests/support/known-files.ts';
import { createPlainClient, type PlainClient } from '#tests/support/plain-client.ts';
import { ask } from '#tests/support/playground-steps.ts';
import { connectBrowser, openVisit, PROBES, signInWithKey, waitForText } from '#tests/support/visit.ts';
import { waitForStatus } from '#tests/support/wait-for-status.ts';

const { origin, key } = inject('server');
const UNITS = {
  en: {
    title: 'Branch handbook',
    locked: 'Handbook 2026.pdf',
    question: 'When does the branch open?',
    old: '# Opening hours\n\nThe branch opens at 9:15 in the morning.',
    fresh: '# Opening hours\n\nThe branch opens at 7:45 in the morning.',
  },
  ar: {
    title: 'دليل الفرع',
    locked: 'دليل الفرع 2026.pdf',
    question: 'متى يفتح الفرع؟',
    old: '# أوقات العمل\n\nيفتح الفرع في الساعة 9:15 صباحًا.',
    fresh: '# أوقات العمل\n\nيفتح الفرع في الساعة 7:45 صباحًا.',
  },
} as const;

const blobOf = (text: string) => new Blob([text], { type: 'text/markdown' });

let browser: Browser;
let bot = 0;
let client: PlainClient;
const ids = { en: 0, ar: 0 };

/** A unit that answers from its first file, whose replacement is locked. */
async function addBrokenUnit({ title, old, locked }: (typeof UNITS)['en' | 'ar']): Promise<number> {
  const id = await client.register(title, await client.upload(`${title}.md`, blobOf(old)));
  await waitForStatus(client, [id], 'ready');
  const [source] = await client.sources(id);
  const { name, buffer, mimeType } = lockedPdf(locked);
  const file = await client.upload(name, new Blob([Uint8Array.from(buffer)], { type: mimeType }));
  await client.replaceSource(id, source?.id ?? 0, file);
  await waitForStatus(client, [id], 'failed');
  return id;
}

beforeAll(async () => {
  [browser, bot] = await Promise.all([
    connectBrowser(),
    createPlainClient(origin, key).createBot({ name: 'دليل الفروع' }),
  ]);
  client = createPlainClient(origin, key, bot);
  for (const language of languages) ids[language] = await addBrokenUnit(UNITS[language]);
});
afterAll(async () => browser?.close());

describe.each(languages)('a locked PDF in %s', (language) => {
  const { title, locked, question, fresh } = UNITS[language];

  test('is replaced from the failure, and the old answers stay until the new ones are ready', async () => {
    const visit = await openVisit(browser, { language, expected: PROBES });
    const { page, t } = visit;
    await signInWithKey(visit, { origin, key, bot });
    await page.goto(`${origin}${paths.playground({ index: [title] })}`);
    await ask(visit, { question, section: '', figure: '9:15' });

    await page.goto(`${origin}${paths.overview()}`);
    const failure = page
      .getByRole('region', { name: t('overview:failures.title') })
      .getByRole('listitem')
      .filter({ hasText: title });
    await waitForText(failure, t('faults:reason.password-protected'));
    await failure.getByRole('link').click();

    const dialog = page.getByRole('dialog', { name: t('repair:replaceFile') });
    await waitForText(dialog, locked);
    expect(await findAxeViolations(page)).toEqual([]);
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      dialog.getByRole('button', { name: t('repair:file.choose') }).click(),
    ]);
    const buffer = Buffer.from(fresh);
    await chooser.setFiles([{ name: `${title}.md`, mimeType: 'text/markdown', buffer }]);
    await dialog.getByRole('button', { name: t('repair:replaceFile'), exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(new URL(page.url())).toMatchObject({ pathname: paths.unit(ids[language]), search: '' });
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    await page.getByRole('main').locator('[role=status] time').waitFor();
    await waitForText(page.getByRole('main'), '7:45');

    await page.goto(`${origin}${paths.playground({ index: [title] })}`);
    await ask(visit, { question, section: '', figure: '7:45' });
    expect(visit.complaints).toEqual([]);
    await visit.close();
  });
});

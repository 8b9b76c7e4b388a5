/** What a person does and sees over the gateway of another team (`tests/support/stranger`), in either language. */
import type { Locator } from 'playwright-core';
import type { Language } from '#src/i18n/languages.ts';
import { chooseFiles, openAddPage, register, registeredRow, retitle, typeAddresses } from './add-steps.ts';
import { judgePage } from './judge-page.ts';
import type { KnownFile, KnownQuestion } from './known-files.ts';
import type { Stranger } from './stranger/stranger.ts';
import { signInWithKey, type Visit, waitForText } from './visit.ts';

/** Chromium reports every status on its console: of calls that ask whether there is an extension, of Connect's, and of a quota. */
export const ASKED_FOR = /status of (?:40[04] .*\/api\/.*(?<!byId\/[1-9]\d*)|402 .*\/RAG\/Answer)\)$/u;

const text = (lines: string[]) => ({ mimeType: 'text/plain', buffer: Buffer.from(lines.join('\n')) });

/** A file whose answer is known, and what the page of the site is called. */
export const FOREIGN_KNOWLEDGE: Record<
  Language,
  { file: KnownFile; title: string; fact: KnownQuestion; page: string }
> = {
  ar: {
    file: {
      name: 'سياسة الشحن.txt',
      ...text(['سياسة الشحن', 'تبلغ رسوم الشحن 18 ريالًا داخل المدينة.', 'Orders leave within 2 days.']),
    },
    title: 'سياسة الشحن',
    fact: { question: 'كم تبلغ رسوم الشحن؟', section: 'سياسة الشحن', figure: '18 ريالًا' },
    page: 'صفحة التوصيل',
  },
  en: {
    file: {
      name: 'Shipping policy.txt',
      ...text(['Shipping policy', 'Shipping within the city costs 18 riyals.', 'خدمة العملاء متاحة يوميًا.']),
    },
    title: 'Shipping policy',
    fact: {
      question: 'How many riyals does shipping cost?',
      section: 'Shipping policy',
      figure: '18 riyals',
    },
    page: 'Delivery page',
  },
};

export async function connectTo(visit: Visit, origin: string, stranger: Stranger): Promise<void> {
  const { key, bot, baseUrl } = stranger;
  await signInWithKey(visit, { origin, key, bot, baseUrl });
}

type NavName = 'overview' | 'knowledge' | 'playground' | 'chat' | 'voice' | 'tests' | 'usage' | 'settings';

/** By the rail at the side, as the page stays loaded. */
export async function openPage({ page, t }: Visit, name: NavName): Promise<void> {
  await page
    .getByRole('link', { name: t(`shell:${name}`), exact: true })
    .first()
    .click();
  await page
    .getByRole('heading', { level: 1 })
    .filter({ hasText: t(`shell:${name}`) })
    .waitFor();
}

/** Adds the file and the page of the site, each as a unit. */
export async function addBoth(visit: Visit, address: string): Promise<void> {
  const { file, page, title } = FOREIGN_KNOWLEDGE[visit.language];
  await openAddPage(visit);
  await chooseFiles(visit, [file]);
  await typeAddresses(visit, [address]);
  await retitle(visit, address, page);
  await register(visit, 2);
  for (const name of [title, page])
    await waitForText(registeredRow(visit, name), visit.t('add:registered.noId'));
}

/** Says which unit of the gateway the row is. */
export async function enterId({ page, t }: Visit, row: Locator, title: string, id: number): Promise<void> {
  const name = t('catalogue:actionNamed', { action: t('catalogue:enterId'), title });
  await row.getByRole('button', { name, exact: true }).click();
  const dialog = page.getByRole('dialog', { name: t('catalogue:id.title') });
  await dialog.getByLabel(t('catalogue:id.label')).fill(String(id));
  await dialog.getByRole('button', { name: t('catalogue:id.save'), exact: true }).click();
  await dialog.waitFor({ state: 'hidden' });
}

/** Waits until the row shows a number, and gives it a word. */
export async function nameStatus(
  { page, t }: Visit,
  row: Locator,
  number: number,
  word: 'ready' | 'failed',
): Promise<void> {
  await waitForText(row, t('statuses:unknown', { number }));
  const name = t('statuses:nameNumber', { action: t('statuses:name'), number });
  await row.getByRole('button', { name, exact: true }).click();
  await page.getByRole('menuitem', { name: t(`statuses:${word}`), exact: true }).click();
  await waitForText(row, t(`statuses:${word}`));
}

/** Parts of a sentence around what is filled in. */
const partsOf = (sentence: string): string[] =>
  sentence
    .split('\u0000')
    .map((part) => part.trim())
    .filter((part) => part.length > 12);

/** What would be untrue, or of no use, over a gateway of which only the interface is known. */
function misleadingWords({ t }: Visit): (string | RegExp)[] {
  return [
    t('unit:action.reindex'),
    t('unit:action.edit'),
    t('unit:action.delete'),
    t('bin:unit.title'),
    t('faults:title.cut'),
    t('faults:client.cut'),
    t('playground:run.cut'),
    ...partsOf(t('faults:client.unreachable', { baseUrl: '\u0000' })),
    /\bbin\b|المحذوفات/iu,
    /npm (?:i|install|run)\b/u,
  ];
}

/** A picture of the page, and what axe, a careful look, the console and a reader hold against it. */
export async function lookAt(visit: Visit, name: string): Promise<string[]> {
  // A hint of what lies under the mouse is outside of all landmarks.
  await visit.page.mouse.move(0, 0);
  await visit.page.getByRole('tooltip').first().waitFor({ state: 'detached' });
  const shown = await visit.page.locator('body').innerText();
  const misleading = misleadingWords(visit).filter((words) =>
    typeof words === 'string' ? shown.includes(words) : words.test(shown),
  );
  return [...misleading.map((words) => `${name}: says ${String(words)}`), ...(await judgePage(visit, name))];
}

/** Chat whose model server fails, or is not there, in real Chromium over the whole product. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { languages } from '#src/i18n/languages.ts';
import { paths } from '#src/paths.ts';
import { type FakeModelServer, failing, startFakeModelServer } from '#tests/support/fake-model-server.ts';
import { type RunningServer, startServer } from '#tests/support/server.ts';
import {
  connectBrowser,
  openVisit,
  PROBES,
  signInWithKey,
  type Visit,
  waitForText,
} from '#tests/support/visit.ts';

const OWNER = 'an-owner-key-for-chat-001';
const SAID = {
  ar: {
    message: 'كم يستغرق تجديد الجواز؟',
    answer: 'يستغرق تجديد الجواز **يومي عمل** فقط.',
    bold: 'يومي عمل',
  },
  en: {
    message: 'How long does a passport take?',
    answer: 'A new passport takes **two working days** here.',
    bold: 'two working days',
  },
} as const;
/** A failed call is told on the page; Chromium tells it on the console besides. */
const REFUSED = new RegExp(`${PROBES.source}|status of 502.*chat/completions\\)$`, 'u');

let browser: Browser;
let fake: FakeModelServer;
let server: RunningServer;
beforeAll(async () => {
  [browser, fake] = await Promise.all([connectBrowser(), startFakeModelServer()]);
  server = await startServer({
    FIHRIST_API_KEY: OWNER,
    FIHRIST_CHAT_URL: fake.url,
    FIHRIST_CHAT_MODEL: 'qwen',
  });
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
  await fake?.close();
});

describe.each(languages)('a model server in trouble in %s', (language) => {
  const { message, answer, bold } = SAID[language];
  beforeAll(() => fake.script({ answer: () => answer }));

  async function enter(expected: RegExp = PROBES): Promise<Visit> {
    const visit = await openVisit(browser, { language, expected });
    await signInWithKey(visit, { origin: server.origin, key: OWNER });
    await visit.page.goto(`${server.origin}${paths.chat()}`);
    await visit.page.getByRole('button', { name: visit.t('chat:mode.model'), exact: true }).click();
    return visit;
  }
  const say = async ({ page, t }: Visit, words: string) => {
    const box = page.getByRole('textbox', { name: t('chat:composer.message'), exact: true });
    await box.fill(words);
    await box.press('Enter');
  };
  const again = ({ page, t }: Visit) =>
    page.getByRole('button', { name: t('chat:answer.regenerate'), exact: true });

  /** Waits for the notice, which names the party at fault. */
  async function alerted({ page, t }: Visit, fault: 'model-failed' | 'model-truncated'): Promise<void> {
    const words = t(`faults:fault.${fault}`, {
      purpose: t('faults:purpose.chat'),
      model: 'qwen',
      status: '500',
    });
    await page.getByRole('alert').waitFor();
    // Names of models stand in marks of their own direction: compared without them.
    const plain = (text: string) => text.replaceAll(/[\u2066-\u2069]/g, '');
    const shown = plain((await page.getByRole('alert').allTextContents()).join(' '));
    expect(shown).toContain(plain(words));
    expect(shown).toContain(t('faults:title.behind'));
  }

  test('is named, the words stay, and asking again goes on', async () => {
    const visit = await enter(REFUSED);
    const { page } = visit;
    fake.behave(failing(500));
    await say(visit, message);
    await alerted(visit, 'model-failed');
    await page.getByText(message, { exact: true }).first().waitFor();
    await again(visit).click();
    await page.locator('strong', { hasText: bold }).waitFor();
    expect(visit.complaints).toEqual([]);
    await visit.close();
  });

  test('that breaks off leaves what it had said, and does not pass it for an answer', async () => {
    const visit = await enter();
    const { page } = visit;
    fake.behave({ kind: 'cut', after: 3 });
    await say(visit, message);
    await alerted(visit, 'model-truncated');
    await waitForText(page.getByRole('main'), answer.split(' ').slice(0, 3).join(' '));
    await again(visit).click();
    await page.locator('strong', { hasText: bold }).waitFor();
    expect(visit.complaints).toEqual([]);
    await visit.close();
  });
});

describe.each(languages)('without a model server in %s', (language) => {
  test('the page says that the knowledge answers, and where a model is set', async () => {
    const visit = await openVisit(browser, { language, expected: /status of (?:40[034]|503)/u });
    const { page, t } = visit;
    const { origin, key } = inject('server');
    await signInWithKey(visit, { origin, key });
    await page.goto(`${origin}${paths.chat()}`);
    await page.getByText(t('chat:mode.noModel')).waitFor();
    await page.getByRole('link', { name: t('models:hint.open') }).waitFor();
    expect(visit.complaints).toEqual([]);
    await visit.close();
  });
});

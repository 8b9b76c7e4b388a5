/** Each way in which a gateway of another team may differ or fail, as a person sees it in either language. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Language, languages } from '#src/i18n/languages.ts';
import { paths } from '#src/paths.ts';
import { openAddPage, register, registeredRow, retitle, typeAddresses } from '#tests/support/add-steps.ts';
import { launchBrowser } from '#tests/support/browser.ts';
import { connectTo, FOREIGN_KNOWLEDGE, lookAt, openPage } from '#tests/support/foreign-visit.ts';
import { countOf } from '#tests/support/full-counts.ts';
import { type PageServer, startPageServer } from '#tests/support/page-server.ts';
import { type RunningServer, startServer } from '#tests/support/server.ts';
import type { EndpointName } from '#tests/support/stranger/endpoints.ts';
import type { FaultName } from '#tests/support/stranger/refusal.ts';
import { type Stranger, startStranger } from '#tests/support/stranger/stranger.ts';
import type { Switches } from '#tests/support/stranger/switches.ts';
import { openVisit, type Visit, waitForText } from '#tests/support/visit.ts';

/** Chromium reports every status, and every refusal by CORS, on its console. */
const EXPECTED = /status of (?:4\d\d|50[02]) |blocked by CORS policy|net::ERR_/u;

let browser: Browser;
let site: PageServer;
let stranger: Stranger;
let front: RunningServer;
beforeAll(async () => {
  [browser, site, stranger] = await Promise.all([launchBrowser(), startPageServer(), startStranger()]);
  front = await startServer({ FIHRIST_UPSTREAM: stranger.baseUrl, FIHRIST_CONNECT_TO: stranger.origin });
});
afterAll(async () => {
  await browser?.close();
  await front?.stop();
  await stranger?.stop();
  await site?.close();
});
beforeEach(() => stranger.reset());

const callsOf = (path: string) => stranger.calls.filter(({ call }) => call.endsWith(path)).length;

/** Each story is told in one language, the next one in the other; with full counts in both. */
const isBoth = countOf(0, 1) === 1;
const shareOf = <Row>(rows: readonly Row[], language: Language): Row[] =>
  rows.filter((_, index) => isBoth || languages[index % languages.length] === language);

describe.each(languages)('a gateway of another team in %s', (language) => {
  let position = 0;
  /** Whether the next independent story belongs to this language. */
  const hasTurn = () => isBoth || languages[position++ % languages.length] === language;
  const { title, fact } = FOREIGN_KNOWLEDGE[language];

  async function enter(switches: Partial<Switches> = {}): Promise<Visit> {
    stranger.change(switches);
    const visit = await openVisit(browser, { language, expected: EXPECTED });
    await connectTo(visit, front.origin, stranger);
    return visit;
  }
  /** What is wrong at the end: an untrue word, a fault of the page, a request beyond the interface. */
  async function leave(visit: Visit, name?: string): Promise<string[]> {
    const faults = name === undefined ? [] : await lookAt(visit, `stranger-tour-${name}-${language}`);
    await visit.close();
    return [...faults, ...stranger.breaches()];
  }
  async function addPage(visit: Visit): Promise<void> {
    const address = `${site.origin}/delivery`;
    await openAddPage(visit);
    await typeAddresses(visit, [address]);
    await retitle(visit, address, title);
    await register(visit, 1);
  }
  const ask = async ({ page, t }: Visit) => {
    const box = page.getByRole('textbox', { name: t('playground:question') });
    await box.fill(fact.question);
    await box.press('Enter');
  };
  const alert = ({ page }: Visit) => page.getByRole('alert').first();

  describe('Connect', () => {
    test.each(
      shareOf(
        [
          ['key', { key: 'sk-of-nobody-at-all' }],
          ['bot', { bot: 'nobody' }],
          ['baseUrl', { baseUrl: '/elsewhere' }],
        ] as const,
        language,
      ),
    )('blames the %s', async (part, change) => {
      const visit = await openVisit(browser, { language, expected: EXPECTED });
      const { page, t } = visit;
      await page.goto(`${front.origin}${paths.connect()}`);
      const { key, bot, baseUrl, origin } = stranger;
      const values = {
        key,
        bot,
        ...change,
        baseUrl: 'baseUrl' in change ? origin + change.baseUrl : baseUrl,
      };
      for (const field of ['baseUrl', 'key', 'bot'] as const)
        await page.getByLabel(t(`connect:${field}`), { exact: true }).fill(values[field]);
      await page.getByRole('button', { name: t('connect:submit'), exact: true }).click();
      await waitForText(alert(visit), t(`connect:wrong.${part}`));
      expect(await leave(visit, `connect-${part}`)).toEqual([]);
    });

    test.runIf(hasTurn())(
      'takes the empty base URL for the gateway that the server passes on to',
      async () => {
        const visit = await openVisit(browser, { language, expected: EXPECTED });
        const { page, t } = visit;
        await page.goto(`${front.origin}${paths.connect()}`);
        await page.getByLabel(t('connect:key'), { exact: true }).fill(stranger.key);
        await page.getByLabel(t('connect:bot'), { exact: true }).fill(stranger.bot);
        await page.getByRole('button', { name: t('connect:submit'), exact: true }).click();
        await waitForText(page.getByRole('main'), t('overview:health.noList'));
        expect(callsOf('/api/AIKnowledge/byId/0')).toBe(1);
        await visit.close();
      },
    );

    test.runIf(hasTurn())('works where only the documented paths answer other origins', async () => {
      const visit = await enter({ corsOnUnknownPaths: false });
      await waitForText(visit.page.getByRole('main'), visit.t('overview:health.noList'));
      expect(await leave(visit, 'cors-by-route')).toEqual([]);
    });
  });

  describe('a registration', () => {
    test.each(shareOf(['string', 'knowledgeId', 'id'] as const, language))(
      'that answers %s is followed',
      async (registration) => {
        const visit = await enter({ registration });
        const { t } = visit;
        await addPage(visit);
        const row = registeredRow(visit, title);
        await waitForText(
          row,
          registration === 'string' ? t('add:registered.noId') : t('statuses:unknown', { number: 10 }),
        );
        expect(await leave(visit, `registered-${registration}`)).toEqual([]);
      },
    );

    test.runIf(hasTurn())('is found in a bare list, whatever its dates look like', async () => {
      const visit = await enter({ list: 'array', dates: 'decimals' });
      const { page, t } = visit;
      await addPage(visit);
      await waitForText(registeredRow(visit, title), t('statuses:unknown', { number: 10 }));
      stranger.change({ dates: 'without-zone' });
      await openPage(visit, 'knowledge');
      await page.getByRole('link', { name: title, exact: true }).click();
      await waitForText(page.getByRole('main'), t('unit:passages.unavailable'));
      expect(await leave(visit, 'listed')).toEqual([]);
    });

    test.each<[EndpointName, FaultName]>(
      shareOf<[EndpointName, FaultName]>(
        [
          ['register', '402'],
          ['register', '500'],
          ['register', 'html-502'],
        ],
        language,
      ),
    )('%s that fails by %s keeps what was entered', async (endpoint, fault) => {
      const visit = await enter();
      const { page, t } = visit;
      stranger.fail(endpoint, fault);
      await addPage(visit);
      await waitForText(page.getByRole('main'), t('add:status.notRegistered'));
      await page.getByRole('button', { name: t('add:bar.again', { count: 1 }), exact: true }).click();
      await registeredRow(visit, title).waitFor();
      expect(await leave(visit, `register-${fault}`)).toEqual([]);
    });

    test.runIf(hasTurn())('that is refused as busy is repeated by itself', async () => {
      const visit = await enter();
      stranger.fail('register', '429-retry-after');
      await addPage(visit);
      await registeredRow(visit, title).waitFor();
      expect(await leave(visit, 'register-429')).toEqual([]);
    });
  });

  describe('a question', () => {
    test.each<[FaultName, 'quota' | 'server' | 'proxy' | 'notJson' | 'cut']>(
      shareOf<[FaultName, 'quota' | 'server' | 'proxy' | 'notJson' | 'cut']>(
        [
          ['402', 'quota'],
          ['500', 'server'],
          ['html-502', 'proxy'],
          ['cut', 'cut'],
        ],
        language,
      ),
    )('that fails by %s says so', async (fault, heading) => {
      const visit = await enter();
      const { t } = visit;
      await addPage(visit);
      await registeredRow(visit, title).waitFor();
      await openPage(visit, 'playground');
      await nameTitle(visit);
      stranger.fail('streamAnswer', fault);
      await ask(visit);
      await waitForText(alert(visit), t(`faults:title.${heading}`));
      // For this fault the text "the answer was cut off" is true.
      expect(await leave(visit, fault === 'cut' ? undefined : `ask-${fault}`)).toEqual([]);
    });

    test.runIf(hasTurn())(
      'that is refused as busy is repeated twice in sight, and then by a person only',
      async () => {
        const visit = await enter();
        const { page, t } = visit;
        await addPage(visit);
        await registeredRow(visit, title).waitFor();
        await openPage(visit, 'playground');
        await nameTitle(visit);
        stranger.fail('streamAnswer', '429', '429-retry-after', '429', '429');
        await ask(visit);
        await page.getByRole('timer').waitFor();
        await expect.poll(() => callsOf('/RAG/Stream/Answer')).toBe(3);
        await page.getByRole('button', { name: t('faults:next.retry'), exact: true }).waitFor();
        // Longer than a countdown takes.
        await page.waitForTimeout(7000);
        expect(callsOf('/RAG/Stream/Answer')).toBe(3);
        expect(await leave(visit, 'ask-429')).toEqual([]);
      },
    );

    test.runIf(hasTurn())('whose answer hangs says that nothing comes, and can be stopped', async () => {
      const visit = await enter();
      const { page, t } = visit;
      await addPage(visit);
      await registeredRow(visit, title).waitFor();
      await openPage(visit, 'playground');
      await nameTitle(visit);
      stranger.fail('streamAnswer', 'hang');
      await ask(visit);
      const [quiet = ''] = t('faults:quiet.begun', { time: '\u0000' }).split('\u0000');
      await waitForText(page.getByRole('timer'), quiet);
      await page.getByRole('button', { name: t('playground:stop'), exact: true }).click();
      await waitForText(page.getByRole('main'), t('playground:run.stopped'));
      expect(await leave(visit, 'ask-hang')).toEqual([]);
    });

    test.runIf(hasTurn())('whose preflight is refused is told from a gateway that is away', async () => {
      const visit = await enter({ allowedHeaders: ['x-user-auth', 'x-bot'] });
      const { t } = visit;
      await openPage(visit, 'playground');
      await ask(visit);
      await waitForText(alert(visit), t('faults:title.cors'));
      // The server of this page passes requests on already.
      const values = { baseUrl: stranger.baseUrl, origin: '\u0000' };
      const [, advice = ''] = t('faults:client.corsPassedOn', values).split('\u0000');
      await waitForText(alert(visit), advice);
      expect(await leave(visit, 'ask-cors')).toEqual([]);
    });
  });

  describe('a chat', () => {
    const say = async ({ page, t }: Visit, words: string) => {
      await page.getByRole('button', { name: t('chat:mode.model'), exact: true }).click();
      const box = page.getByRole('textbox', { name: t('chat:composer.message'), exact: true });
      await box.fill(words);
      await box.press('Enter');
    };

    test.runIf(hasTurn())('reads earlier messages once their field is named', async () => {
      const visit = await enter();
      const { page, t } = visit;
      await openPage(visit, 'settings');
      const field = page.getByLabel(t('settings:fields.names.ChatHistory'), { exact: true });
      await field.fill('Conversation');
      await field.press('Enter');
      await openPage(visit, 'chat');
      for (const words of [fact.question, fact.section]) {
        await say(visit, words);
        await page.locator('strong', { hasText: words }).waitFor();
      }
      await waitForText(
        page.getByRole('main'),
        language === 'ar' ? 'رسائل سابقة قُرئت: 2' : 'messages read: 2',
      );
      expect(await leave(visit, 'chat-named')).toEqual([]);
    });

    test.each<[FaultName, 'quota' | 'server' | 'proxy' | 'cut']>(
      shareOf<[FaultName, 'quota' | 'server' | 'proxy' | 'cut']>(
        [
          ['402', 'quota'],
          ['500', 'server'],
          ['html-502', 'proxy'],
          ['cut', 'cut'],
        ],
        language,
      ),
    )('that fails by %s says so, and keeps the message', async (fault, heading) => {
      const visit = await enter();
      const { page, t } = visit;
      stranger.fail('streamChat', fault);
      await openPage(visit, 'chat');
      await say(visit, fact.question);
      await waitForText(alert(visit), t(`faults:title.${heading}`));
      await page.getByRole('button', { name: t('chat:answer.regenerate'), exact: true }).click();
      await page.locator('strong', { hasText: fact.question }).waitFor();
      expect(await leave(visit, `chat-${fault}`)).toEqual([]);
    });
  });

  async function nameTitle({ page, t }: Visit): Promise<void> {
    await page.getByRole('combobox', { name: t('indexPicker:label') }).fill(title.slice(0, 5));
    await page.getByRole('option').filter({ hasText: title }).click();
  }
});

/** Who makes a change live: two people at once, one person for a program, the gateway for forty pages. Real Chromium. */
import type { Browser, Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { webhookEventSchema } from '#contract/alerts.ts';
import { SOURCE_STATUS } from '#contract/source-status.ts';
import { languages } from '#src/i18n/languages.ts';
import { paths } from '#src/paths.ts';
import { findAxeViolations } from '#tests/support/inspect-page.ts';
import { putPage, startPageServer } from '#tests/support/page-server.ts';
import { createPlainClient, type PlainClient } from '#tests/support/plain-client.ts';
import { askAll } from '#tests/support/playground-steps.ts';
import { startServer } from '#tests/support/server.ts';
import {
  connectBrowser,
  exactly,
  openVisit,
  PROBES,
  signInWithKey,
  type Visit,
  waitForText,
} from '#tests/support/visit.ts';
import { waitForStatus } from '#tests/support/wait-for-status.ts';
import { startReceiver } from '#tests/support/webhook-receiver.ts';

const { origin, key } = inject('server');
const QUESTION = 'كم رسوم تجديد الجواز؟';
const text = (what: string, fee: number) =>
  new Blob([`# ${what}\n\nرسوم تجديد ${what} ${fee} ريال تدفع عبر المنصة.\n`], { type: 'text/markdown' });

let browser: Browser;
beforeAll(async () => {
  browser = await connectBrowser();
});
afterAll(async () => browser?.close());

async function add(client: PlainClient, what: string, fee: number): Promise<number> {
  return client.register(`رسوم ${what}`, await client.upload(`${what}.md`, text(what, fee)));
}
async function change(client: PlainClient, id: number, what: string, fee: number): Promise<void> {
  const [source] = await client.sources(id);
  await client.replaceSource(id, source?.id ?? 0, await client.upload(`${what}.md`, text(what, fee)));
}

describe.each(languages)('publishing, %s', (language) => {
  test('two people at once: the second is told what moved, and loses nothing', async () => {
    const owner = createPlainClient(origin, key);
    const bot = await owner.createBot({ name: `نشر ${language}` });
    const client = createPlainClient(origin, key, bot);
    const ids = await Promise.all([add(client, 'الجواز', 300), add(client, 'الرخصة', 40)]);
    await waitForStatus(client, ids);
    await client.setRules({ personChanges: 'by-person' });
    await change(client, ids[0], 'الجواز', 350);
    await change(client, ids[1], 'الرخصة', 45);
    await expect.poll(async () => (await client.drafts()).length).toBe(2);

    const expected = new RegExp(`${PROBES.source}|status of 409`, 'u');
    const open = async (name: string) => {
      const secret = await owner.createSecret({ name, role: 'curator', bots: [bot] });
      const visit = await openVisit(browser, { language, expected });
      await signInWithKey(visit, { origin, key: secret, bot });
      await visit.page.goto(`${origin}${paths.drafts()}`);
      await visit.page.getByRole('list', { name: visit.t('drafts:list'), exact: true }).waitFor();
      return { visit, ...visit, main: visit.page.getByRole('main') };
    };
    const [huda, sami] = [await open('هدى'), await open('سامي')];
    const { t } = sami;

    /** The second one has pressed a button, and what it sends arrives after what the first one does meanwhile. */
    const arriveAfter = async (press: Locator, meanwhile: () => Promise<void>): Promise<void> => {
      const done = Promise.withResolvers<void>();
      await sami.page.route('**/api/Drafts/*/publish', (route) => done.promise.then(() => route.continue()));
      const sending = sami.page.waitForRequest('**/api/Drafts/*/publish');
      await press.click();
      await sending;
      await meanwhile();
      done.resolve();
    };
    const publishNamed = ({ page }: Pick<Visit, 'page'>) =>
      page.getByRole('button', {
        name: t('drafts:action.publishNamed', { title: 'رسوم الجواز' }),
        exact: true,
      });

    await sami.page.getByRole('checkbox', { name: t('drafts:selection.all') }).check();
    const selected = sami.page.getByRole('group', { name: t('drafts:selection.actions') });
    await arriveAfter(
      selected.getByRole('button', { name: t('drafts:action.publish'), exact: true }),
      async () => {
        const name = t('drafts:action.discardNamed', { title: 'رسوم الرخصة' });
        await huda.page.getByRole('button', { name, exact: true }).click();
        const dialog = huda.page.getByRole('dialog');
        await dialog.getByRole('button', { name: t('drafts:action.discard'), exact: true }).click();
        await waitForText(huda.main, t('drafts:done.discarded', { count: 1 }));
      },
    );
    await waitForText(sami.main, exactly(t('faults:fault.draft-moved', { title: 'رسوم الرخصة' })));
    expect(await findAxeViolations(sami.page)).toEqual([]);
    expect((await client.drafts()).map(({ unit }) => unit.id)).toEqual([ids[0]]);
    expect(await askAll(huda.visit, origin, QUESTION, '300')).not.toContain('350');

    // Both publish the draft that is left: it goes live once, and both are told so.
    await huda.page.goto(`${origin}${paths.drafts()}`);
    await arriveAfter(publishNamed(sami), async () => {
      await publishNamed(huda).click();
      await waitForText(huda.main, t('drafts:done.published', { count: 1 }));
    });
    await waitForText(sami.main, t('drafts:done.published', { count: 1 }));
    await askAll(sami.visit, origin, QUESTION, '350');
    for (const { visit } of [huda, sami]) {
      expect(visit.complaints).toEqual([]);
      await visit.close();
    }
  });

  test('a program that knows the documented endpoints alone waits for the person who publishes', async () => {
    const bot = await createPlainClient(origin, key).createBot({
      name: `برنامج ${language}`,
      personChanges: 'by-person',
    });
    // Nothing but registration, update and reading of the unit, without headers of ours.
    const client = createPlainClient(origin, key, bot);
    const read = async (id: number) => {
      const headers = { 'x-user-auth': key, 'x-bot': String(bot) };
      const response = await fetch(`${origin}/api/AIKnowledge/byId/${id}`, { headers });
      const { sourceStatus } = (await response.json()) as { sourceStatus: number };
      return { sourceStatus, draft: response.headers.get('x-draft') };
    };
    const waits = (draft: string) => ({ sourceStatus: SOURCE_STATUS.waiting, draft });
    const ready = { sourceStatus: SOURCE_STATUS.ready, draft: null };
    const id = await add(client, 'الجواز', 300);
    await expect.poll(() => read(id)).toEqual(waits('1'));

    const visit = await openVisit(browser, { language, expected: PROBES });
    const { page, t } = visit;
    await signInWithKey(visit, { origin, key, bot });
    const publish = async (): Promise<void> => {
      await page.goto(`${origin}${paths.drafts()}`);
      const title = 'رسوم الجواز';
      await page
        .getByRole('button', { name: t('drafts:action.publishNamed', { title }), exact: true })
        .click();
      await waitForText(page.getByRole('main'), t('drafts:done.published', { count: 1 }));
    };
    await publish();
    expect(await read(id)).toEqual(ready);
    await askAll(visit, origin, QUESTION, '300');

    await client.update(id, await client.upload('الجواز.md', text('الجواز', 350)));
    await expect.poll(() => read(id)).toEqual(waits('2'));
    await askAll(visit, origin, QUESTION, '300');
    await publish();
    expect(await read(id)).toEqual(ready);
    await askAll(visit, origin, QUESTION, '350');
    expect(visit.complaints).toEqual([]);
    await visit.close();
  });

  test('of forty pages that changed in one night the one that breaks a test is held, by one message', async () => {
    const [pages, receiver] = await Promise.all([startPageServer(), startReceiver()]);
    const server = await startServer({
      FIHRIST_API_KEY: key,
      FIHRIST_ALLOW_PRIVATE_URLS: `${pages.host},${receiver.host}`,
    });
    try {
      const client = createPlainClient(server.origin, key);
      const write = (number: number, fee: number, days: string) =>
        putPage(
          `${pages.origin}/${number}`,
          `الخدمة ${number}`,
          `<h1>الخدمة ${number}</h1><p>رسوم الخدمة رقم ${number} هي ${fee} ريال، وتنجز خلال ${days}.</p>`,
        );
      const numbers = Array.from({ length: 40 }, (_, index) => index + 101);
      const ids: number[] = [];
      for (const number of numbers) {
        await write(number, 50, 'يومي عمل');
        ids.push(await client.registerUrl(`الخدمة ${number}`, `${pages.origin}/${number}`));
      }
      await waitForStatus(client, ids);
      const question = 'كم رسوم الخدمة رقم 117؟';
      await client.addTest({ question, expectation: { quotes: ['رسوم الخدمة رقم 117 هي 50 ريال'] } });
      await client.addWebhook({ name: 'قناة', url: receiver.url() });

      // Of each page other words change, of one the fee too.
      for (const number of numbers) await write(number, number === 117 ? 60 : 50, 'ثلاثة أيام');
      for (const id of ids) await client.refresh(id);
      await expect
        .poll(async () => {
          const texts = await Promise.all(ids.map(async (id) => (await client.passages(id)).items[0]?.text));
          return texts.filter((line) => line?.includes('ثلاثة أيام')).length;
        })
        .toBe(39);
      await expect.poll(() => client.drafts()).toMatchObject([{ unit: { title: 'الخدمة 117' }, held: {} }]);
      await expect.poll(() => receiver.received.length).toBe(1);

      const visit = await openVisit(browser, { language, expected: PROBES });
      const { page, t } = visit;
      await signInWithKey(visit, { origin: server.origin, key });
      await page.goto(`${server.origin}${paths.drafts()}`);
      const list = page.getByRole('list', { name: t('drafts:list'), exact: true });
      await waitForText(list, 'الخدمة 117');
      await waitForText(list, t('drafts:proof.lost', { count: 1 }));
      expect(await list.getByRole('listitem').filter({ hasText: 'الخدمة' }).count()).toBe(1);
      expect(await findAxeViolations(page)).toEqual([]);
      expect(await askAll(visit, server.origin, question, '50 ريال')).not.toContain('60 ريال');
      expect(receiver.received.map(({ body }) => webhookEventSchema.parse(JSON.parse(body)))).toMatchObject([
        { type: 'tests.failed', data: { tests: { held: true, lost: 1, units: [{ title: 'الخدمة 117' }] } } },
      ]);
      expect(visit.complaints).toEqual([]);
      await visit.close();
    } finally {
      await Promise.all([server.stop(), receiver.close(), pages.close()]);
    }
  });
});

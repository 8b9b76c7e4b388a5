/** Every page of the dashboard, each opened with something real on it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { paths } from '#src/paths.ts';
import { chooseFiles } from './add-steps.ts';
import { arabicGuide, QUESTIONS, warrantyTerms } from './known-files.ts';
import { answerOf, explainDocument } from './playground-steps.ts';
import type { SeededKnowledge } from './seed-knowledge.ts';
import { type Visit, waitForText } from './visit.ts';

export interface TourStop {
  name: string;
  /** Opens the page. */
  open(visit: Visit, origin: string): Promise<void>;
  /** Shown once the page has what it needs, at any width. */
  settled(visit: Visit): Locator;
}

const heading = ({ page }: Visit, name: string) => page.getByRole('heading', { level: 1, name, exact: true });

/** Before anybody signs in. */
export const CONNECT: TourStop = {
  name: 'connect',
  open: async ({ page }, origin) => void (await page.goto(`${origin}${paths.connect()}`)),
  settled: (visit) => heading(visit, visit.t('connect:title')),
};

/** With no knowledge at all. */
export const EMPTY: readonly TourStop[] = [
  {
    name: 'overview-empty',
    open: async ({ page }, origin) => void (await page.goto(origin)),
    settled: ({ page, t }) => page.getByRole('heading', { name: t('overview:empty.title') }),
  },
  {
    name: 'knowledge-empty',
    open: async ({ page }, origin) => void (await page.goto(`${origin}${paths.knowledge()}`)),
    settled: ({ page, t }) => page.getByText(t('knowledge:empty.title')),
  },
  {
    name: 'usage-empty',
    open: async ({ page }, origin) => void (await page.goto(`${origin}${paths.usage()}`)),
    settled: ({ page, t }) =>
      page.getByRole('region', { name: t('usage:consumers.title') }).getByText(t('usage:use.nothing')),
  },
  {
    name: 'tests-empty',
    open: async ({ page }, origin) => void (await page.goto(`${origin}${paths.tests()}`)),
    settled: ({ page, t }) => page.getByText(t('tests:empty.title')),
  },
  {
    name: 'drafts-empty',
    open: async ({ page }, origin) => void (await page.goto(`${origin}${paths.drafts()}`)),
    settled: ({ page, t }) => page.getByText(t('drafts:empty.title')),
  },
  {
    name: 'synonyms-empty',
    open: async ({ page }, origin) => void (await page.goto(`${origin}${paths.synonyms()}`)),
    settled: ({ page, t }) => page.getByText(t('synonyms:empty.title')),
  },
];

const LETTER = readFileSync(join(import.meta.dirname, '../fixtures/craft/craft.Amiri.rtf'));

/** With the knowledge of `seedKnowledge`. */
export function tourOf({ ids, titles }: SeededKnowledge): TourStop[] {
  const unit = (name: string, id: number, section: string): TourStop => ({
    name,
    open: async ({ page }, origin) => void (await page.goto(`${origin}${paths.unit(id)}`)),
    settled: ({ page }) => page.getByRole('main').getByText(section).first(),
  });
  return [
    {
      name: 'overview',
      open: async ({ page }, origin) => void (await page.goto(origin)),
      settled: ({ page, t }) => page.getByRole('heading', { name: t('overview:failures.title') }),
    },
    {
      name: 'knowledge',
      open: async ({ page }, origin) => void (await page.goto(`${origin}${paths.knowledge()}`)),
      settled: ({ page }) => page.getByText(titles.warranty).first(),
    },
    {
      name: 'drafts',
      async open(visit, origin) {
        const { page, t, language } = visit;
        // Tours in several languages go round one bot.
        const title = `رسوم خدمات الأفراد ${language}`;
        const list = page.getByRole('list', { name: t('drafts:list'), exact: true });
        const none = page.getByText(t('drafts:empty.title'));
        await page.goto(`${origin}${paths.drafts()}`);
        await list.or(none).first().waitFor();
        if (await list.isVisible()) return;
        await page.goto(`${origin}${paths.addKnowledge()}`);
        const text = `# ${title}\n\nرسوم إصدار الشهادة 30 ريالًا، وتصدر خلال يومي عمل.\n`;
        const file = { name: `${title}.md`, mimeType: 'text/markdown', buffer: Buffer.from(text) };
        await chooseFiles(visit, [file]);
        await page.getByRole('button', { name: t('add:bar.more'), exact: true }).click();
        await page.getByRole('menuitem', { name: t('add:bar.asDrafts', { count: 1 }) }).click();
        await page.getByRole('link', { name: title }).waitFor();
        await page.goto(`${origin}${paths.drafts()}`);
      },
      settled: ({ page, t }) => page.getByRole('list', { name: t('drafts:list'), exact: true }),
    },
    {
      name: 'add',
      async open(visit, origin) {
        const { page, t } = visit;
        await page.goto(`${origin}${paths.addKnowledge()}`);
        await chooseFiles(visit, [
          { ...arabicGuide(), name: 'سياسة الخصوصية والاستخدام المقبول للخدمات الإلكترونية.pdf' },
          { ...warrantyTerms(), name: 'Staff handbook 2026.docx' },
          { name: 'prices.doc', mimeType: 'application/msword', buffer: LETTER },
          {
            name: `${titles.warranty}.md`,
            mimeType: 'text/markdown',
            buffer: Buffer.from(`# ${titles.warranty}\n\nKettles: 12 months.`),
          },
          {
            name: 'ساعات العمل.md',
            mimeType: 'text/markdown',
            buffer: Buffer.from('# ساعات العمل\n\nيفتح المكتب في التاسعة صباحًا من كل يوم.'),
          },
        ]);
        const box = page.getByRole('textbox', { name: t('add:addresses.label') });
        await box.fill('https://example.com/help/delivery\nwww example');
        await page.getByRole('button', { name: t('add:addresses.add', { count: 1 }), exact: true }).click();
        await waitForText(page.getByRole('main'), t('add:status.titleTaken'));
        await waitForText(page.getByRole('main'), t('add:status.known'));
      },
      settled: ({ page, t }) => page.getByRole('button', { name: t('add:bar.register', { count: 1 }) }),
    },
    unit('unit-arabic', ids.guide, QUESTIONS.guide.section),
    unit('unit-english', ids.warranty, QUESTIONS.warranty.section),
    {
      name: 'unit-failed',
      open: async ({ page }, origin) => void (await page.goto(`${origin}${paths.unit(ids.scanned)}`)),
      settled: ({ page, t }) => page.getByText(t('faults:reason.pictures-of-text')).first(),
    },
    {
      name: 'write',
      async open({ page, t }, origin) {
        await page.goto(`${origin}${paths.write()}`);
        await page.getByRole('button', { name: t('write:kind.questions'), exact: true }).click();
        await page
          .getByRole('textbox', { name: t('write:question'), exact: true })
          .fill(QUESTIONS.guide.question);
      },
      settled: ({ page, t }) => page.getByRole('button', { name: t('write:addQuestion'), exact: true }),
    },
    {
      name: 'unit-text-gone',
      open: async ({ page }, origin) => void (await page.goto(`${origin}${paths.unitText(ids.guide, 999)}`)),
      settled: ({ page, t }) => page.getByText(t('write:gone.open')),
    },
    {
      name: 'unit-versions',
      open: async ({ page }, origin) => void (await page.goto(`${origin}${paths.unitVersions(ids.guide)}`)),
      settled: ({ page, t }) => page.getByRole('list', { name: t('history:list') }),
    },
    {
      name: 'unit-history',
      async open({ page }, origin) {
        await page.goto(`${origin}${paths.unitVersion(ids.guide, 1)}`);
      },
      settled: ({ page, t }) => page.getByRole('list', { name: t('history:changes.items') }),
    },
    {
      name: 'playground-start',
      open: async ({ page }, origin) => void (await page.goto(`${origin}${paths.playground()}`)),
      settled: ({ page, t }) => page.getByText(t('playground:start.title')),
    },
    {
      name: 'playground',
      async open(visit, origin) {
        const { page, t, language } = visit;
        const { question } = language === 'ar' ? QUESTIONS.guide : QUESTIONS.warranty;
        const index = [titles.guide, titles.warranty];
        await page.goto(`${origin}${paths.playground({ question, index })}`);
        await page.getByRole('button', { name: t('playground:ask'), exact: true }).click();
      },
      settled: answerOf,
    },
    {
      name: 'playground-weak',
      async open({ page, t, language }, origin) {
        const question =
          language === 'ar' ? 'كم رسوم التحويل إلى اليابان؟' : 'Does the warranty cover water damage?';
        await page.goto(`${origin}${paths.playground({ question, index: [titles.guide, titles.warranty] })}`);
        await page.getByRole('button', { name: t('playground:ask'), exact: true }).click();
      },
      settled: ({ page, t }) =>
        page.getByRole('heading', {
          name: new RegExp(`${t('answer:band.weak')}|${t('answer:band.likely')}`, 'u'),
        }),
    },
    {
      name: 'playground-explained',
      async open(visit, origin) {
        const { page, t, language } = visit;
        const { question } = language === 'ar' ? QUESTIONS.guide : QUESTIONS.warranty;
        const index = [titles.guide, titles.warranty];
        await page.goto(`${origin}${paths.playground({ question, index })}`);
        await page.getByRole('button', { name: t('playground:ask'), exact: true }).click();
        await page.getByRole('button', { name: t('playground:details.show'), exact: true }).click();
        await page.getByRole('button', { name: t('explain:reading.show'), exact: true }).click();
        await explainDocument(visit, 1);
      },
      settled: ({ page, t }) => page.getByText(t('explain:reading.weightHint')),
    },
    {
      name: 'playground-nothing',
      async open({ page, t, language }, origin) {
        const question = language === 'ar' ? 'ما عاصمة اليابان؟' : 'What is the capital of Japan?';
        await page.goto(`${origin}${paths.playground({ question, index: [titles.guide] })}`);
        await page.getByRole('button', { name: t('playground:ask'), exact: true }).click();
      },
      settled: ({ page, t }) => page.getByRole('group', { name: t('explain:nothing.next') }),
    },
    {
      name: 'runs-compared',
      async open(visit, origin) {
        const { page, t, language } = visit;
        const { question } = language === 'ar' ? QUESTIONS.guide : QUESTIONS.warranty;
        await page.goto(`${origin}${paths.playground({ question, index: [titles.guide] })}`);
        await page.getByRole('button', { name: t('playground:ask'), exact: true }).click();
        await page.waitForURL((url) => url.pathname.startsWith('/runs/'));
        const [label = ''] = t('playground:runs.compare.with', { question: '|' }).split('|');
        const compare = page
          .getByRole('link', { name: new RegExp(`^${label.replaceAll(/[\u2068\u2069]/gu, '')}`, 'u') })
          .first();
        // On phones the list is in a drawer.
        const drawer = page.getByRole('button', { name: t('playground:runs.title'), exact: true });
        await compare.or(drawer).first().waitFor();
        if (await drawer.isVisible()) await drawer.click();
        await compare.press('Enter');
      },
      settled: ({ page, t }) => page.getByRole('table', { name: t('playground:runs.compare.passages') }),
    },
    {
      name: 'tests',
      async open({ page, t, language }, origin) {
        const { question, figure } = language === 'ar' ? QUESTIONS.guide : QUESTIONS.warranty;
        await page.goto(`${origin}${paths.tests({ add: question })}`);
        const form = page.getByRole('form', { name: t('tests:form.newTitle') });
        await form.getByRole('textbox', { name: t('tests:form.contains'), exact: true }).fill(figure);
        await form.getByRole('button', { name: t('tests:form.add'), exact: true }).click();
        await form.waitFor({ state: 'detached' });
        await page
          .locator(`[aria-label="${t('tests:list')}"] button[aria-expanded=false]`)
          .first()
          .click();
      },
      settled: ({ page, t }) => page.getByText(t('judging:expectation.contains'), { exact: true }),
    },
    {
      name: 'test-batch',
      async open({ page, t, language }, origin) {
        const { question } = language === 'ar' ? QUESTIONS.guide : QUESTIONS.warranty;
        await page.goto(`${origin}${paths.testBatch()}`);
        await page
          .getByRole('textbox', { name: t('tests:batch.questions') })
          .fill(`${question}\nما عاصمة اليابان؟`);
        await page.getByRole('button', { name: t('tests:batch.ask'), exact: true }).click();
      },
      settled: ({ page, t }) => page.getByRole('button', { name: t('tests:batch.new'), exact: true }),
    },
    {
      // After the page of tests: its answer is judged wrong.
      name: 'inbox',
      async open({ page, t, language }, origin) {
        const { question } = language === 'ar' ? QUESTIONS.guide : QUESTIONS.warranty;
        await page.goto(`${origin}${paths.playground({ question })}`);
        await page.getByRole('button', { name: t('playground:ask'), exact: true }).click();
        const verdicts = page.getByRole('group', { name: t('playground:verdict.label') });
        await verdicts.getByRole('button', { name: t('playground:verdict.wrong') }).click();
        const reason = t('judging:report.reason.unclear');
        await page.getByRole('button', { name: reason, exact: true }).click();
        await page.getByRole('link', { name: t('judging:report.open') }).click();
      },
      settled: ({ page, t }) => page.getByRole('list', { name: t('inbox:list'), exact: true }),
    },
    {
      name: 'gaps',
      open: async ({ page }, origin) => void (await page.goto(`${origin}${paths.inbox({ view: 'gaps' })}`)),
      settled: ({ page, t }) => page.getByRole('heading', { name: t('inbox:units.most') }),
    },
    {
      // From the knowledge; with a model: chat.test.ts.
      name: 'chat',
      async open({ page, t, language }, origin) {
        const { question } = language === 'ar' ? QUESTIONS.guide : QUESTIONS.warranty;
        await page.goto(`${origin}${paths.chat()}`);
        const box = page.getByRole('textbox', { name: t('chat:composer.message'), exact: true });
        await box.fill(question);
        await box.press('Enter');
      },
      settled: ({ page, t }) => page.getByRole('list', { name: t('chat:knowledge.sources') }),
    },
    {
      name: 'voice',
      async open({ page, t, language }, origin) {
        const { question } = language === 'ar' ? QUESTIONS.guide : QUESTIONS.warranty;
        await page.goto(`${origin}${paths.voice()}`);
        await page.getByRole('textbox', { name: t('voice:heard.text') }).fill(question);
        await page.getByRole('button', { name: t('voice:heard.ask'), exact: true }).click();
      },
      settled: ({ page, t }) => page.getByRole('button', { name: t('voice:history.export'), exact: true }),
    },
    {
      name: 'usage',
      open: async ({ page }, origin) => void (await page.goto(`${origin}${paths.usage()}`)),
      settled: ({ page, t }) => page.getByRole('table', { name: t('usage:calls.title'), exact: true }),
    },
    {
      name: 'usage-figures',
      async open({ page, t }, origin) {
        await page.goto(`${origin}${paths.usage()}`);
        await page.getByRole('button', { name: t('usage:use.slotsShow') }).click();
      },
      settled: ({ page, t }) => page.getByRole('table', { name: t('usage:use.slots') }),
    },
    {
      name: 'settings',
      open: async ({ page }, origin) => void (await page.goto(`${origin}${paths.settings()}`)),
      settled: ({ page, t }) => page.getByRole('link', { name: t('shell:keys') }).last(),
    },
    {
      name: 'keys',
      async open({ page, t }, origin) {
        await page.goto(`${origin}${paths.keys()}`);
        await page.getByRole('button', { name: t('keys:create'), exact: true }).click();
      },
      settled: ({ page, t }) => page.getByRole('form', { name: t('keys:form.new') }),
    },
    {
      name: 'people',
      async open({ page, t }, origin) {
        await page.goto(`${origin}${paths.people()}`);
        await page.getByRole('button', { name: t('keys:people.invite'), exact: true }).click();
      },
      settled: ({ page, t }) => page.getByRole('form', { name: t('keys:people.invite') }),
    },
    {
      name: 'bots',
      async open({ page, t }, origin) {
        await page.goto(`${origin}${paths.bots()}`);
        await page
          .getByRole('table', { name: t('bots:list'), exact: true })
          .getByRole('row')
          .nth(1)
          .getByRole('button')
          .click();
        await page.getByRole('menuitem', { name: t('bots:action.settings'), exact: true }).click();
      },
      settled: ({ page, t }) => page.getByRole('combobox', { name: t('bots:form.zone') }),
    },
    {
      name: 'model-servers',
      async open({ page, t }, origin) {
        await page.goto(`${origin}${paths.modelServers()}`);
        const name = t('models:addNamed', { name: t('terms:purpose.speech') });
        await page.getByRole('button', { name, exact: true }).click();
        await page.getByRole('button', { name: t('models:form.more') }).click();
      },
      settled: ({ page, t }) => page.getByRole('textbox', { name: t('models:form.voices') }),
    },
    {
      name: 'alerts',
      open: async ({ page }, origin) => void (await page.goto(`${origin}${paths.alerts()}`)),
      settled: ({ page, t }) => page.getByRole('textbox', { name: t('alerts:rules.percent') }).first(),
    },
    {
      name: 'jobs',
      open: async ({ page }, origin) => void (await page.goto(`${origin}${paths.jobs()}`)),
      settled: ({ page, t }) => page.getByRole('list', { name: t('jobs:kinds.title') }),
    },
    {
      name: 'synonyms',
      open: async ({ page }, origin) => void (await page.goto(`${origin}${paths.synonyms()}`)),
      settled: ({ page, t }) => page.getByRole('list', { name: t('synonyms:list') }),
    },
    {
      name: 'synonyms-effect',
      async open({ page, t }, origin) {
        await page.goto(`${origin}${paths.synonyms({ add: 'أجور' })}`);
        const questions = page.getByRole('textbox', { name: t('synonyms:measure.questions') });
        await questions.fill('كم أجور التحويل الدولي؟\nWithin how many days may unused goods be returned?');
        const next = page.getByRole('textbox', { name: t('synonyms:form.type') });
        await next.fill('رسوم');
        await next.press('Enter');
        // Until the second expression is measured too, neither question uses the group.
        const effect = page.getByRole('listitem').filter({ hasText: 'كم أجور' });
        await effect
          .filter({ hasNotText: t('synonyms:measure.notUsed') })
          .first()
          .waitFor();
      },
      settled: ({ page, t }) => page.getByText(t('synonyms:measure.notUsed')),
    },
    {
      name: 'audit',
      async open({ page, t }, origin) {
        await page.goto(`${origin}${paths.audit({ kind: 'synonyms' })}`);
        // A table or, on phones, a list.
        await page
          .locator(`[aria-label="${t('audit:list')}"] button[aria-expanded]`)
          .first()
          .click();
      },
      settled: ({ page, t }) => page.getByRole('table', { name: t('audit:details.changes') }),
    },
    {
      name: 'not-found',
      open: async ({ page }, origin) => void (await page.goto(`${origin}/nowhere`)),
      settled: (visit) => heading(visit, visit.t('common:notFound.title')),
    },
  ];
}

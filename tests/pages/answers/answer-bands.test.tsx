import { screen, waitFor, within } from '@testing-library/react';
import { run } from 'axe-core';
import { describe, expect, test } from 'vitest';
import { HEADERS } from '#contract/headers.ts';
import { paths } from '#src/paths.ts';
import { foreign } from '#tests/support/foreign.ts';
import type { TestGateway } from '#tests/support/gateway.ts';
import { openDashboard } from '#tests/support/open-dashboard.tsx';
import { startUser } from '#tests/support/user.ts';

const LONG = Array.from(
  { length: 9 },
  (_, index) => `Rule ${index + 1} of the workshop concerns tools, benches and the cleaning of floors.`,
).join(' ');
const HANDBOOK = `# Motor handbook

## Driving abroad

You have full cover in Norway and Switzerland for up to 90 days in each policy year.

## Hire cars

The policy does not extend to hire cars or vans.

## Workshop

${LONG} A courtesy vehicle is lent for 14 days. Paint is kept in the yard.
`;
const DALEEL = `# دليل العيادات

## الزيارة

تبدأ زيارة المرضى في العناية المركزة الساعة الخامسة مساءً وتستمر نصف ساعة.

## التقارير الطبية

يصدر التقرير الطبي خلال ثلاثة أيام عمل مقابل 50 ريالًا.
`;

async function teach(gateway: TestGateway) {
  await gateway.addUnit('Motor handbook', HANDBOOK);
  await gateway.addUnit('دليل العيادات', DALEEL);
  await gateway.indexAll();
}
const ask = async (question: string, options: Partial<Parameters<typeof openDashboard>[0]> = {}) => {
  const dashboard = await openDashboard({ at: paths.playground({ question }), prepare: teach, ...options });
  const name = options.language === 'ar' ? 'إرسال السؤال' : 'Ask';
  await startUser().click(await screen.findByRole('button', { name }));
  return dashboard;
};
const heading = (name: string) => screen.findByRole('heading', { name, level: 2 });
const panel = (name = 'Answer') => screen.getByRole('region', { name });
const passage = (rank: number) => screen.findByRole('listitem', { name: `Passage ${rank}` });

describe('the band of an answer', () => {
  test('answered: says how sure in words, the percentage under details, and marks the quoted passage', async () => {
    await ask('متى تبدأ زيارة المرضى في العناية المركزة؟');
    await heading('Answered');
    expect(within(panel()).getByText(/^(?:High|Good) confidence$/u)).toBeVisible();
    expect(panel()).not.toHaveTextContent('%');
    expect(within(await passage(1)).getByText('Quoted')).toBeVisible();
    expect(within(panel()).getByText(/Quotations serve people who look something up/u)).toBeVisible();
    await startUser().click(screen.getByRole('button', { name: 'Details' }));
    expect(
      await screen.findByText(/^\d+% · an answer from \d+%, nearest sections from \d+%$/u),
    ).toBeVisible();
    expect((await run(panel(), { rules: { 'color-contrast': { enabled: false } } })).violations).toEqual([]);
  });

  test('weak: names what is missing and the nearest sections, each quote once, leading to its passage', async () => {
    const user = startUser();
    await ask('كم رسوم التقرير الطبي في فرنسا؟');
    await heading('No direct answer');
    expect(await screen.findByText(/^None of these sections mentions .*فرنسا/u)).toBeVisible();
    const nearest = screen.getByRole('list', { name: 'Nearest sections' });
    const [first] = within(nearest).getAllByRole('listitem');
    expect(first).toHaveTextContent(/التقارير الطبية.*مقابل 50 ريالًا.*دليل العيادات/u);
    expect(panel().querySelector('[aria-busy="false"]')?.textContent.split('مقابل 50 ريالًا')).toHaveLength(2);
    expect(within(panel()).queryByText(/confidence/iu)).toBeNull();
    const citation = within(first as HTMLElement).getByRole('button', { name: /^Passage \d$/u });
    citation.focus();
    await user.keyboard('{Enter}');
    const target = await screen.findByRole('listitem', { name: citation.getAttribute('aria-label') ?? '' });
    await waitFor(() => expect(target).toHaveFocus());
    expect(within(target).getByText('Nearest')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Details' }));
    expect(screen.getByText(/^لم أجد إجابة مباشرة\./u)).toBeVisible();
  });

  test('بالعربية: لا إجابة مباشرة، وما لم يُذكر، وأقرب الأقسام', async () => {
    await ask('كم رسوم التقرير الطبي في فرنسا؟', { language: 'ar' });
    await heading('لا إجابة مباشرة');
    expect(await screen.findByText(/^لا ترد .*«فرنسا».* في هذه الأقسام/u)).toBeVisible();
    const nearest = screen.getByRole('list', { name: 'أقرب الأقسام' });
    expect(within(nearest).getAllByRole('listitem')[0]).toHaveTextContent(
      /التقارير الطبية.*50 ريالًا.*دليل العيادات/u,
    );
  });

  const PRICES = `# دليل العيادة

## أسعار خدمات الأسنان

| الخدمة | السعر |
|---|---|
${['تنظيف', 'حشوة', 'خلع', 'تبييض', 'زراعة', 'جسر', 'طقم'].map((name, index) => `| ${name} | ${index + 20} دينارًا |`).join('\n')}

${['المواقف', 'الزيارة', 'الحجز', 'الصيدلية', 'المختبر', 'التقارير', 'الطوارئ', 'التأمين', 'الشكاوى']
  .map((name, index) => `## ${name}\n\nيقع قسم ${name} في الطابق ${index + 1} من المبنى.`)
  .join('\n\n')}
`;
  const askPrices = async (question: string) =>
    ask(question, {
      prepare: async (gateway) => {
        await gateway.addUnit('أسعار', PRICES);
        await gateway.indexAll();
      },
    });

  test('a row that is there stands alone with its passage, the others folded below it', async () => {
    await askPrices('كم سعر تبييض الأسنان؟');
    await heading('Answered');
    await screen.findAllByRole('button', { name: 'Quoted from passage 1' });
    const lead = within(panel()).getByText('Around it in the source');
    expect(lead.closest('details')).not.toHaveAttribute('open');
    expect(lead.closest('details')?.previousElementSibling).toHaveTextContent(/^تبييض: 23 دينارًا\u2060?1$/u);
    expect(lead.closest('details')).toHaveTextContent(/تنظيف: 20 دينارًا/u);
  });

  test('a row that is not there is named, with the rows there are', async () => {
    await askPrices('كم سعر تلميع الأسنان؟');
    await heading('No direct answer');
    expect(
      await screen.findByText(/تلميع.*Listed in the nearest one: .*تنظيف.*زراعة.*2 more/u),
    ).toBeVisible();
  });

  test('reply: nothing searched, nothing charged, nothing explained', async () => {
    const dashboard = await ask('السلام عليكم');
    await heading('Reply');
    expect(within(panel()).getByText('Nothing searched, nothing charged')).toBeVisible();
    expect(screen.getByText('Nothing is searched for a greeting or thanks.')).toBeVisible();
    expect(screen.queryByText('The knowledge has changed')).toBeNull();
    expect(dashboard.requests.filter(({ url }) => url.includes('Explain'))).toEqual([]);
  });

  test('of a gateway that knows none, stays unjudged', async () => {
    await ask('متى تبدأ زيارة المرضى؟', {
      intercept: (request, pass) =>
        foreign()(request, () => pass()) ??
        pass().then((response) => {
          for (const name of [HEADERS.answerBand, HEADERS.answerCertainty, HEADERS.answerKind])
            response.headers.delete(name);
          return response;
        }),
      at: paths.playground({ question: 'متى تبدأ زيارة المرضى؟', index: ['دليل العيادات'] }),
    });
    await heading('Answer received');
    expect(within(panel()).queryByText(/confidence/iu)).toBeNull();
  });

  test('says of a section that it is in the other language than the question', async () => {
    await ask('Do visits to intensive care begin in Norway?');
    const nearest = await screen.findByRole('list', { name: 'Nearest sections' });
    const [arabic, english] = within(nearest).getAllByRole('listitem');
    expect(arabic).toHaveTextContent(/دليل العيادات.*Source in Arabic/u);
    expect(arabic).toHaveAttribute('dir', 'rtl');
    expect(english).not.toHaveTextContent('Source in');
  });
});

describe('not found', () => {
  const steps = () => {
    const help = screen.getByRole('group', { name: 'What you can do' });
    return [...within(help).queryAllByRole('link'), ...within(help).queryAllByRole('button')];
  };
  const primary = () => steps().filter(({ className }) => className.includes('MuiButton-contained'));

  test('offers to search all units first where some were named and none is about it', async () => {
    const user = startUser();
    const question = 'What is the capital of Japan?';
    const dashboard = await ask(question, {
      at: paths.playground({ question, index: ['Motor handbook'] }),
    });
    await heading('Not found in these sources');
    expect(await screen.findByText(/^Not in any passage: .*capital.*Japan/u)).toBeVisible();
    expect(primary().map(({ textContent }) => textContent)).toEqual(['Search all units']);
    await user.click(primary()[0] as HTMLElement);
    await waitFor(() => expect(dashboard.router.state.location.search).not.toContain('index='));
    await waitFor(() => expect(primary().map(({ textContent }) => textContent)).toEqual(['Add knowledge']));
    const last = dashboard.requests.filter(({ url }) => url.endsWith('/Answer')).at(-1);
    await expect(last?.json()).resolves.toMatchObject({
      IndexNames: expect.arrayContaining(['Motor handbook', 'دليل العيادات']),
    });
  });

  test('offers a synonym for the word that no passage has, and the rest quietly', async () => {
    const user = startUser();
    await ask('kryptonite');
    await heading('Not found in these sources');
    const add = await screen.findByRole('link', { name: 'Add a synonym for “kryptonite”' });
    expect(add).toHaveAttribute('href', paths.synonyms({ add: 'kryptonite' }));
    expect(primary()).toEqual([add]);
    await user.click(screen.getByRole('button', { name: 'Rephrase question' }));
    expect(screen.getByRole('textbox', { name: 'Question' })).toHaveFocus();
  });
});

describe('a long passage', () => {
  test('begins at its best sentence, and opens by its button, by selecting it and by keyboard', async () => {
    const user = startUser();
    await ask('For how many days is a courtesy vehicle lent?');
    const first = await passage(1);
    const show = await within(first).findByRole('button', { name: 'Show all of passage 1' });
    expect(show).toHaveAttribute('aria-expanded', 'false');
    await waitFor(() => expect(first).toHaveTextContent(/… (?:.{0,90})A courtesy vehicle is lent/u));
    expect(first).not.toHaveTextContent('Rule 1 of');
    show.focus();
    await user.keyboard('{Enter}');
    expect(first).toHaveTextContent('Rule 1 of');
    await user.click(within(first).getByRole('button', { name: 'Show less of passage 1' }));
    expect(first).not.toHaveTextContent('Rule 1 of');
  });
});

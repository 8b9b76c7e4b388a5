import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { explainAnswer } from '#contract/operations/answers.ts';
import { capabilities } from '#contract/operations/gateway.ts';
import { paths } from '#src/paths.ts';
import type { TestGateway } from '#tests/support/gateway.ts';
import type { Dashboard } from '#tests/support/open-dashboard.tsx';
import { openDashboard } from '#tests/support/open-dashboard.tsx';
import { startUser } from '#tests/support/user.ts';

const RETURNS = `# Returns and exchanges

## Return window

A customer may return a product within 14 days of the day the order is received.

## Return shipping fees

The company pays the return shipping if the product is damaged. Otherwise the customer pays a fixed 20 riyals.
`;
const DALEEL = `# الإرجاع والاستبدال

## مهلة الإرجاع

يحق للعميل إرجاع المُنتَج خلال 14 يومًا من تاريخ استلام الطلب، وبالمُنتجِ فاتورتُه.

## رسوم شحن الإرجاع

تتحمل الشركة رسوم الشحن إذا كان المنتج تالفًا، وفي غير ذلك يتحمل العميل 20 ريالًا.
`;
const QUESTION = 'Who pays for the return shipping?';
const SUAL = 'كم يومًا مهلة إعادة المُنتَج؟';
const EXPLAIN = explainAnswer.path;

async function teach(gateway: TestGateway) {
  await gateway.addUnit('Returns', RETURNS);
  await gateway.addUnit('دليل العملاء', DALEEL);
  await gateway.indexAll();
  const response = await gateway.call('/api/Synonyms/1', {
    method: 'POST',
    json: { expressions: ['إرجاع', 'إعادة'] },
  });
  if (!response.ok) throw new Error(`synonyms: ${response.status}`);
}

const open = (options: Partial<Parameters<typeof openDashboard>[0]> = {}) =>
  openDashboard({
    at: paths.playground({ question: QUESTION, index: ['Returns'] }),
    prepare: teach,
    ...options,
  });
const openArabic = () =>
  open({ language: 'ar', at: paths.playground({ question: SUAL, index: ['دليل العملاء'] }) });
const press = async (name: string, user = startUser()) =>
  user.click(await screen.findByRole('button', { name }));
const explained = ({ requests }: Dashboard) => requests.filter(({ url }) => url.includes(EXPLAIN));
const documents = async () => {
  const [list] = await screen.findAllByRole('list');
  expect(list).toBeDefined();
  return screen.findAllByRole('listitem', { name: /^(?:Passage|المقطع) \d+$/u });
};
const marksOf = (part: HTMLElement) => [...part.querySelectorAll('mark')];

describe('why a document has its score', () => {
  test('opens under it in words, and its parts at a second click, which add up to the score', async () => {
    const dashboard = await open();
    await press('Ask');
    await press('Why this score, passage 1');
    const panel = await screen.findByRole('region', { name: 'Why this score, passage 1' });
    expect(await within(panel).findByText('Very close: 3 of 3 words, 2 of them in the title')).toBeVisible();
    expect(within(panel).queryByText('Question words')).toBeNull();
    await startUser().click(within(panel).getByRole('button', { name: 'Figures' }));
    const score = Number(
      /0\.\d\d/u.exec(within(panel).getByText(/^Score 0\.\d\d out of 1/u).textContent)?.[0],
    );
    const parts = [...panel.querySelectorAll('ul > li > span:nth-of-type(2)')]
      .filter((figure) => figure.parentElement?.querySelector('[aria-hidden]') !== null)
      .map(({ textContent }) => Number(textContent));
    expect(parts.length).toBeGreaterThan(1);
    expect(parts.reduce((sum, part) => sum + part)).toBeCloseTo(score, 1);
    const word = within(panel).getByText('shipping').closest('li');
    expect(word).toHaveTextContent(/in the text once.*in the section title.*\d\.\d\d$/u);
    expect(explained(dashboard)).toHaveLength(1);
    await press('Why this score, passage 2');
    expect(await screen.findByRole('region', { name: 'Why this score, passage 2' })).toBeVisible();
    expect(explained(dashboard)).toHaveLength(1);
  });

  test('asks with the same limits and answerer as the answer', async () => {
    const address = `${paths.playground({ question: QUESTION, index: ['Returns'] })}&Limit=1&answerer=none`;
    const dashboard = await open({ at: address });
    await press('Ask');
    await screen.findByText('The list is limited to 1 passage.');
    const [request] = explained(dashboard);
    expect(request?.headers.get('x-answerer')).toBe('none');
    await expect(request?.json()).resolves.toMatchObject({ Limit: 1, IndexNames: ['Returns'] });
  });

  test('يُظهر بالعربية الصيغة التي وُجد بها المقطع، ويعلّمها بغير علامة الكلمة نفسها', async () => {
    await openArabic();
    await press('إرسال السؤال');
    await press('سبب هذه الدرجة، المقطع 1');
    const panel = await screen.findByRole('region', { name: 'سبب هذه الدرجة، المقطع 1' });
    const word = (await within(panel).findByText('إعادة', { selector: 'li *' })).closest('li');
    expect(word).toHaveTextContent('بصيغة إرجاع (مرادف لهذا الروبوت)');
    const [first] = await documents();
    await waitFor(() => {
      const marks = marksOf(first as HTMLElement);
      const own = marks.filter((mark) => mark.dataset['alternative'] === undefined);
      const other = marks.filter((mark) => mark.dataset['alternative'] !== undefined);
      expect(own.map(({ textContent }) => textContent)).toEqual(['المُنتَج', 'يومًا', 'وبالمُنتجِ']);
      expect(other.map(({ textContent }) => textContent)).toEqual(['إرجاع']);
      expect(other[0]?.title).toContain('إعادة');
    });
  });
});

describe('how the question was read', () => {
  test('names what was searched for and what was left out, and opens word by word', async () => {
    const user = startUser();
    await openArabic();
    await press('إرسال السؤال', user);
    await press('التفاصيل', user);
    const reading = await screen.findByRole('region', { name: 'كيف فُهم السؤال' });
    const typed = within(reading)
      .getAllByRole('button')
      .map(({ textContent }) => textContent);
    // How many other forms are found grows with the lexicon.
    const words = typed.map((text) => text?.replace(/\+\d+$/u, '+'));
    expect(words).toEqual(['تفاصيل الكلمات', 'يومًا', 'مهلة', 'إعادة+', 'المُنتَج+']);
    const dropped = within(reading).getByText('كم').closest('s');
    expect(dropped?.parentElement).toHaveTextContent('(أداة استفهام)');
    await press('تفاصيل الكلمات', user);
    const product = within(reading).getByText('المنتج');
    expect(product.parentElement).toHaveTextContent(/^المُنتَج المنتج \(بلا تشكيل\)/u);
    expect(within(reading).getByText(/^إرجاع \(مرادف لهذا الروبوت\): الوزن/u)).toBeVisible();
  });

  test('leads from each quotation to its document, by keyboard as well', async () => {
    const user = startUser();
    await open();
    await press('Ask', user);
    const [cite] = await screen.findAllByRole('button', { name: /^Quoted from passage \d$/u });
    cite?.focus();
    await user.keyboard('{Enter}');
    const rank = Number(/\d$/u.exec(cite?.getAttribute('aria-label') ?? '')?.[0]);
    const list = await documents();
    await waitFor(() => expect(list[rank - 1]).toHaveFocus());
    expect(list[rank - 1]).toHaveAttribute('aria-current', 'true');
  });
});

describe('when there is no explanation', () => {
  test('hides all of it from a gateway that does not offer one, and marks words as before', async () => {
    const dashboard = await open({
      intercept: async (request, pass) => {
        if (!request.url.endsWith(capabilities.path)) return pass();
        const body = (await (await pass()).json()) as { Response: { extensions: string[] } };
        body.Response.extensions = body.Response.extensions.filter((id) => id !== 'explainAnswer');
        return Response.json(body);
      },
    });
    await press('Ask');
    const [first] = await documents();
    expect(await screen.findByRole('heading', { name: 'Answered' })).toBeVisible();
    expect(marksOf(first as HTMLElement).map(({ textContent }) => textContent)).toContain('shipping');
    expect(screen.queryByRole('button', { name: /^Why/u })).toBeNull();
    expect(screen.queryByRole('region', { name: 'How the question was read' })).toBeNull();
    expect(explained(dashboard)).toEqual([]);
  });

  test('keeps a failure in sight until it is dismissed, and tries again', async () => {
    const user = startUser();
    let failing = true;
    await open({
      intercept: (request) =>
        failing && request.url.includes(EXPLAIN)
          ? Response.json(
              { StatusCode: 500, Response: 'Broken', Consumption: '0/1' },
              { status: 500, headers: { 'X-Fault': 'internal' } },
            )
          : undefined,
    });
    await press('Ask', user);
    const alert = await screen.findByRole('alert');
    failing = false;
    await user.click(within(alert).getByRole('button', { name: 'Try again' }));
    await press('Details', user);
    expect(await screen.findByRole('region', { name: 'How the question was read' })).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('says so when the same question finds something else by now', async () => {
    let gateway: TestGateway | undefined;
    await open({
      prepare: async (testGateway) => {
        gateway = testGateway;
        await teach(testGateway);
      },
      intercept: async (request, pass) => {
        if (!request.url.includes(EXPLAIN)) return pass();
        await gateway?.addUnit('Shipping', '# Shipping\n\nReturn shipping: the customer pays.');
        await gateway?.indexAll();
        return pass();
      },
      at: paths.playground({ question: QUESTION }),
    });
    await press('Ask');
    expect(await screen.findByText('The knowledge has changed')).toBeVisible();
  });
});

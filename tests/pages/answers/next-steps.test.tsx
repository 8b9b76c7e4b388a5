import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { paths } from '#src/paths.ts';
import { ask, askRequests, documents, openPlayground } from '#tests/support/playground-page.tsx';
import { startUser } from '#tests/support/user.ts';

const group = async (name = 'What you can do') => screen.findByRole('group', { name });
const labels = async (name?: string) =>
  [...(await group(name)).querySelectorAll('a, button')].map(({ textContent }) => textContent);

describe('what an answer offers next', () => {
  test('answered: the passage, which takes the focus', async () => {
    const user = startUser();
    await openPlayground();
    await ask();
    await screen.findByRole('heading', { name: 'Answered' });
    expect(await labels()).toEqual(['Open passage 1']);
    await user.click(screen.getByRole('button', { name: 'Open passage 1' }));
    const [first] = await documents();
    await waitFor(() => expect(first).toHaveFocus());
  });

  test('إجابة محتملة: المقطع، وكل الوحدات حيث اختير بعضها، ومرادف، ولا معرفة حيث يغطي مقطع نصف السؤال', async () => {
    const question = 'كم رسوم شحن الإرجاع في فرنسا؟';
    await openPlayground({
      language: 'ar',
      at: paths.playground({ question, index: ['دليل العملاء'] }),
    });
    await ask('إرسال السؤال');
    await screen.findByText(/^لا ترد .*«فرنسا».* في هذه الأقسام/u);
    await waitFor(async () =>
      expect(await labels('ما يمكنك فعله')).toEqual([
        expect.stringMatching(/^فتح المقطع \d$/u),
        'البحث في كل الوحدات',
        expect.stringMatching(/^إضافة مرادف لـ.*«فرنسا»/u),
      ]),
    );
  });

  test('neither names nor offers a synonym for verbs and clock times', async () => {
    await openPlayground({
      at: paths.playground({ question: 'متى وصلت فاتورة 6am للمطبخ؟' }),
    });
    await ask();
    await screen.findByRole('heading', { name: 'Not found in these sources' });
    const absent = await screen.findByText(/^Not in any passage/u);
    expect(absent).toHaveTextContent(/فاتورة/u);
    expect(absent).not.toHaveTextContent(/وصلت/u);
    for (const label of await labels()) expect(label).not.toMatch(/6am|وصلت/u);
  });

  test('الوحدات المختارة لا تجيب: كل الوحدات، والوحدات', async () => {
    const user = startUser();
    const dashboard = await openPlayground({
      language: 'ar',
      at: paths.playground({ question: 'ما الرسوم؟', index: ['لا وجود لها'] }),
    });
    await ask('إرسال السؤال');
    expect(await labels('ما يمكنك فعله')).toEqual(['البحث في كل الوحدات', 'عرض الوحدات']);
    await user.click(within(await group('ما يمكنك فعله')).getByRole('button'));
    await waitFor(() => expect(askRequests(dashboard)).toHaveLength(2));
    expect(await askRequests(dashboard)[1]?.json()).toMatchObject({
      IndexNames: ['Returns', 'دليل العملاء'],
    });
  });

  test('stopped: the passages so far, and to ask again', async () => {
    const user = startUser();
    const { promise: held } = Promise.withResolvers<void>();
    await openPlayground({
      intercept: (request, pass) =>
        request.url.includes('/Stream/Answer') ? held.then(() => pass()) : undefined,
    });
    await ask();
    await user.click(await screen.findByRole('button', { name: /^Stop/u }));
    expect(await labels()).toEqual(['Ask again']);
  });

  test('cut off: the passage, beside the notice that asks again', async () => {
    const dashboard = await openPlayground();
    dashboard.failNext({ kind: 'cut', after: 3 }, '/Stream/Answer');
    await ask();
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible();
    expect(await labels()).toEqual(['Open passage 1']);
  });
});

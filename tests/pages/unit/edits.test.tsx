import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { PassageBlocks } from '#contract/edits.ts';
import { paths } from '#src/paths.ts';
import { deviate } from '#tests/support/foreign-gateway.ts';
import type { TestGateway } from '#tests/support/gateway.ts';
import { openDashboard } from '#tests/support/open-dashboard.tsx';
import { responseOf } from '#tests/support/replies.ts';
import { startUser } from '#tests/support/user.ts';

const GUIDE = `# الرسوم

رسوم إصدار البطاقة 75 ريالًا سنويًا.

| الخدمة | الرسم |
|---|---|
| تحويل محلي | 5 |
| تحويل دولي | 50 |
`;

const ADDRESS = 'https://example.com/الرسوم';

const open = (options: Partial<Parameters<typeof openDashboard>[0]> = {}) =>
  openDashboard({
    at: paths.unit(1),
    async prepare(gateway) {
      await gateway.addUnit('دليل الرسوم', GUIDE);
      await gateway.indexAll();
    },
    ...options,
  });
const textOf = async (gateway: TestGateway) => {
  const response = await gateway.call('/api/AIKnowledge/1/1/passages?limit=9');
  return (await responseOf<{ items: { text: string }[] }>(response)).items.map(({ text }) => text).join('\n');
};
async function choose(user: ReturnType<typeof startUser>, menu: string, item: string): Promise<HTMLElement> {
  await user.click(await screen.findByRole('button', { name: menu }));
  await user.click(await screen.findByRole('menuitem', { name: item }));
  return screen.findByRole('dialog');
}

test('a fee is corrected in its cell, with a preview, and taken back', async () => {
  const user = startUser();
  const { gateway } = await open();
  const dialog = await choose(user, 'Change passage 1', 'Correct');
  const save = await within(dialog).findByRole('button', { name: 'Save' });
  expect(save).toBeDisabled();
  const [, fee] = within(dialog).getAllByRole('textbox', { name: 'الرسم' });
  const names = within(within(dialog).getByRole('group', { name: 'Column names' }));
  await user.write(names.getByRole('textbox', { name: 'Column 2' }), ' بالريال');
  expect(fee).toHaveValue('50');
  await user.clear(fee!);
  await user.write(fee!, '45');
  expect(within(dialog).getByRole('group', { name: 'Preview' })).toHaveTextContent('45');
  await user.click(save);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await gateway.indexAll();
  const list = await screen.findByRole('list', { name: 'Edits' });
  await waitFor(() => expect(list).toHaveTextContent('In effect'));
  expect(await textOf(gateway)).toContain('تحويل دولي | الرسم بالريال: 45');
  const [takeBack] = within(list).getAllByRole('button', { name: /^Take back: .?تحويل دولي/u });
  await user.click(takeBack!);
  await waitFor(() => expect(list).toHaveTextContent('Taken back'));
  await gateway.indexAll();
  expect(document.activeElement).not.toBe(document.body);
  expect(await textOf(gateway)).toContain('50');
});

test('يُوقف مقطع ويُحفظ كمسودة، فلا تتغير الإجابات', async () => {
  const user = startUser();
  const { gateway } = await open({ language: 'ar' });
  const dialog = await choose(user, 'تعديل المقطع 1', 'إيقاف');
  await user.click(await within(dialog).findByRole('button', { name: 'حفظ كمسودة' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await gateway.indexAll();
  const list = await screen.findByRole('list', { name: 'التعديلات' });
  await waitFor(() => expect(list).not.toHaveTextContent('في انتظار الفهرسة'));
  expect(await textOf(gateway)).toContain('75');
});

test('text is added after a passage, and a change by somebody else is said', async () => {
  const user = startUser();
  const { gateway } = await open();
  const dialog = await choose(user, 'Change passage 1', 'Add after');
  const field = await within(dialog).findByRole('textbox', { name: 'New text' });
  await user.write(field, 'تدفع الرسوم مقدمًا.');
  await gateway.call('/api/AIKnowledge/1/1', { method: 'PUT', json: { description: 'وصف' } });
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  expect(await within(dialog).findByText('Changed in the meantime')).toBeVisible();
  expect(field).toHaveValue('تدفع الرسوم مقدمًا.');
  await waitFor(() => expect(within(dialog).getByRole('button', { name: 'Save' })).toBeEnabled());
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await gateway.indexAll();
  expect(await textOf(gateway)).toContain('تدفع الرسوم مقدمًا.');
});

test('edits are shown in pages of the server, those in conflict before newer ones', async () => {
  const user = startUser();
  const fee = (number: number, riyals: number) =>
    `رسوم الخدمة المصرفية رقم ${number} هي ${riyals} ريالًا سنويًا.`;
  const others = Array.from({ length: 11 }, (_, index) => `<p>${fee(index + 2, 75)}</p>`).join('');
  const page = (riyals: number) => `<main><h1>الرسوم</h1><p>${fee(1, riyals)}</p>${others}</main>`;
  const pages = { [ADDRESS]: page(75) };
  const { requests } = await open({
    language: 'ar',
    pages,
    async prepare(gateway) {
      const unit = { title: 'الرسوم', KnowledgeSource: 1, SourceContent: [ADDRESS] };
      await gateway.call('/api/AIKnowledge/1', { method: 'POST', json: unit });
      await gateway.indexAll();
      await correctEach(gateway);
      pages[ADDRESS] = page(90);
      gateway.time.now = new Date(gateway.time.now.getTime() + 60_000);
      await gateway.call('/api/AIKnowledge/1/1/reindex', { method: 'POST' });
      await gateway.indexAll();
    },
  });
  const list = await screen.findByRole('list', { name: 'التعديلات' });
  const items = within(list).getAllByRole('listitem');
  expect(items).toHaveLength(10);
  expect(items[0]).toHaveTextContent('لم يُطبَّق: تغيّر المصدر في هذا الموضع');
  expect(within(items[0]!).getByRole('group', { name: 'المصدر الآن' })).toHaveTextContent('90');
  const paging = within(screen.getByRole('navigation', { name: 'صفحات التعديلات' }));
  await user.click(paging.getByRole('button', { name: 'الصفحة التالية' }));
  await waitFor(() => expect(within(list).getAllByRole('listitem')).toHaveLength(2));
  expect(list).toHaveTextContent('رقم 2 ');
  expect(requests.filter(({ url }) => url.includes('/edits?')).at(-1)?.url).toContain('offset=10');
});

/** Corrects each block of the first passage by an edit of its own. */
async function correctEach(gateway: TestGateway): Promise<void> {
  const response = await gateway.call('/api/AIKnowledge/1/1/passages/0/blocks');
  const { sourceId, readingId, items } = await responseOf<PassageBlocks>(response);
  for (const { block, row, text } of items) {
    const place = { block, row };
    const change = { kind: 'replace', first: place, last: place, after: [text.replace('75', '80')] };
    const json = { sourceId, readingId, changes: [change] };
    await gateway.call('/api/AIKnowledge/1/1/edits', { method: 'POST', json });
  }
  await gateway.indexAll();
}

test('over a gateway without the operation passages have no menu', async () => {
  await open({ intercept: deviate('noExtensions') });
  expect(await screen.findByRole('button', { name: 'More' })).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Change passage/u })).toBeNull();
});

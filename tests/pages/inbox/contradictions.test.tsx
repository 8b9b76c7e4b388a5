import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { paths } from '#src/paths.ts';
import { addContradiction } from '#tests/support/contradictions.ts';
import { deviate } from '#tests/support/foreign-gateway.ts';
import { openDashboard } from '#tests/support/open-dashboard.tsx';
import { startUser } from '#tests/support/user.ts';

const TESTER = 'fih_of-a-tester';
type Options = Partial<Parameters<typeof openDashboard>[0]>;

const openList = (options: Options = {}) =>
  openDashboard({
    at: paths.inbox({ view: 'contradictions' }),
    ...options,
    prepare: async (gateway) => {
      await gateway.addKey(TESTER, { role: 'tester', name: 'الدعم' });
      await addContradiction(gateway);
    },
  });
const listed = async (name = 'Contradictions') =>
  within(await screen.findByRole('list', { name })).getAllByRole('listitem');

describe('contradictions', () => {
  test('show both texts with unit, section and date, the numbers that differ marked', async () => {
    await openList({ strict: true });
    const [row] = await listed();
    const newer = within(row as HTMLElement).getByRole('group', { name: 'Newer text: Tariff' });
    expect(newer).toHaveTextContent('رسوم إصدار بطاقة بديلة هي 500 ريال فقط.');
    expect(newer).toHaveTextContent('الرسوم › البطاقات');
    expect(within(newer).getByText('500').tagName).toBe('MARK');
    expect(newer.querySelector('blockquote')).toHaveAttribute('dir', 'auto');
    const older = within(row as HTMLElement).getByRole('group', { name: 'Older text: تعرفة مايو' });
    expect(within(older).getByText('400').tagName).toBe('MARK');
    expect(within(older).getByRole('link', { name: 'تعرفة مايو' })).toHaveAttribute(
      'href',
      paths.unit(1, { passage: '0' }),
    );
    const replace = within(row as HTMLElement).getByRole('link', { name: 'Replace older: تعرفة مايو' });
    expect(replace).toHaveAttribute('href', paths.unit(1, { repair: 1 }));
  });

  test('leave the list by hand, the focus on what was done, and come back', async () => {
    await openList();
    await listed();
    const user = startUser();
    await user.click(screen.getByRole('button', { name: /^Not a contradiction: /u }));
    expect(await screen.findByText('No contradictions')).toBeVisible();
    expect(document.activeElement).toHaveTextContent('Removed from the list.');
    await user.click(screen.getByRole('button', { name: 'Not contradictions' }));
    expect(await screen.findByText(/^Marked as no contradiction by/u)).toBeVisible();
    expect(screen.queryByText('Removed from the list.')).toBeNull();
    await user.click(screen.getByRole('button', { name: /^Reopen: /u }));
    expect(await screen.findByText('Nothing here')).toBeVisible();
  });

  test('are read by testers, who change nothing', async () => {
    await openList({ connection: { key: TESTER } });
    await listed();
    expect(screen.queryByRole('button', { name: /^Not a contradiction/u })).toBeNull();
    expect(screen.queryByRole('link', { name: /^Replace older/u })).toBeNull();
  });

  test('read in Arabic', async () => {
    await openList({ language: 'ar' });
    const [row] = await listed('التعارضات');
    expect(within(row as HTMLElement).getByRole('group', { name: 'النص الأحدث: Tariff' })).toBeVisible();
    expect(screen.getByRole('button', { name: /^ليس تعارضًا: / })).toBeVisible();
  });

  test('are not offered where the gateway does not look for any', async () => {
    await openList({ intercept: deviate('noContradictions') });
    expect(await screen.findByText('No open reports')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Contradictions' })).toBeNull();
  });
});

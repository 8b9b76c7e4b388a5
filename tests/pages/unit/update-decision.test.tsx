import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { paths } from '#src/paths.ts';
import { findReadyLine } from '#tests/support/find-ready-line.ts';
import { openDashboard } from '#tests/support/open-dashboard.tsx';
import { addHeldUpdate } from '#tests/support/units.ts';
import { startUser } from '#tests/support/user.ts';

const open = async ({ prepare, ...options }: Partial<Parameters<typeof openDashboard>[0]> = {}) => {
  const pages: Record<string, string> = {};
  return openDashboard({
    at: paths.unit(1),
    pages,
    prepare: async (gateway) => {
      await addHeldUpdate(gateway, pages);
      await prepare?.(gateway);
    },
    ...options,
  });
};

describe('a page that has become much shorter', () => {
  test('says so, shows both texts, and takes the new one', async () => {
    const user = startUser();
    const { gateway } = await open({ strict: true });
    expect(await screen.findByText(/^The last update waits for your decision/u)).toHaveTextContent(
      'Answers still use the text from 21 Nov.',
    );
    // Of the unit, of the source and of the last run.
    expect(screen.getAllByText('Update held')).toHaveLength(3);
    expect(screen.queryByText('Update failed')).toBeNull();
    expect(screen.queryByRole('button', { name: /^Replace/u })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Compare texts' }));
    const dialog = await screen.findByRole('dialog', { name: /New text of/u });
    const old = await within(dialog).findByRole('region', { name: /Text that answers, 21 Nov/u });
    expect(old).toHaveTextContent('رسوم التحويل الدولي 25 ريالًا');
    expect(within(dialog).getByRole('region', { name: /^New text, 21 Nov/u })).toHaveTextContent(
      'موقعنا الجديد',
    );
    await user.click(within(dialog).getByRole('button', { name: 'Use the new text' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await gateway.indexAll();
    expect(await findReadyLine()).toBeVisible();
    expect(screen.queryByText('Update held')).toBeNull();
  });

  test('is accepted for good, which the source shows until that is withdrawn', async () => {
    const user = startUser();
    const { gateway } = await open({ strict: true });
    await user.click(await screen.findByRole('button', { name: 'Compare texts' }));
    const dialog = await screen.findByRole('dialog', { name: /New text of/u });
    await user.click(
      within(dialog).getByRole('checkbox', { name: 'From now on, also accept: almost no text' }),
    );
    await user.click(within(dialog).getByRole('button', { name: 'Use the new text' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await gateway.indexAll();
    expect(await screen.findByText('Always accepted: almost no text')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Ask again' }));
    await waitFor(() => expect(screen.queryByText(/^Always accepted/u)).toBeNull());
    expect((await gateway.ports.units.get(1, 1))?.sources[0]?.acceptedAlways).toEqual([]);
  });

  test('is refused in Arabic, and the unit is ready with the old text', async () => {
    const user = startUser();
    await open({ language: 'ar' });
    await user.click(await screen.findByRole('button', { name: 'قارن النصين' }));
    const dialog = await screen.findByRole('dialog', { name: /النص الجديد من/u });
    await user.click(within(dialog).getByRole('button', { name: 'احتفظ بالنص القديم' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(screen.queryByText('التحديث معلّق')).toBeNull());
    expect(screen.getAllByText(/رسوم التحويل الدولي 25/u).length).toBeGreaterThan(0);
  });

  test('offers nothing to support staff', async () => {
    await open({
      connection: { key: 'key-of-support' },
      prepare: (gateway) => gateway.addKey('key-of-support', { role: 'tester' }),
    });
    expect((await screen.findAllByText('Update held')).length).toBeGreaterThan(0);
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Compare texts' })).toBeNull());
  });
});

describe('a text of a few letters', () => {
  const openLittle = (options: Partial<Parameters<typeof openDashboard>[0]> = {}) =>
    openDashboard({
      at: paths.unit(1),
      prepare: async (gateway) => {
        await gateway.addUnit('تحويلة الاستقبال', '4512', 'تحويلة.txt');
        await gateway.indexAll();
        await gateway.addKey('key-of-support', { role: 'tester' });
      },
      ...options,
    });

  test('is shown, and kept with one click', async () => {
    const user = startUser();
    const { gateway } = await openLittle({ strict: true });
    expect(await screen.findByRole('region', { name: 'Text that was found' })).toHaveTextContent('4512');
    await user.click(screen.getByRole('button', { name: 'Keep it' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Keep it' })).toBeNull());
    await gateway.indexAll();
    expect((await screen.findAllByText(/Text from/u))[0]).toBeVisible();
  });

  test('is shown in Arabic', async () => {
    await openLittle({ language: 'ar' });
    expect(await screen.findByRole('region', { name: 'النص الذي عُثر عليه' })).toHaveTextContent('4512');
    expect(screen.getByRole('button', { name: 'إبقاء النص' })).toBeVisible();
  });

  test('cannot be kept by support staff', async () => {
    await openLittle({ connection: { key: 'key-of-support' } });
    expect((await screen.findAllByText(/Too little text was found/u)).length).toBeGreaterThan(0);
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Keep it' })).toBeNull());
  });
});

import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { binPageSchema } from '#contract/bin.ts';
import { paths } from '#src/paths.ts';
import { findReadyLine } from '#tests/support/find-ready-line.ts';
import { deviate } from '#tests/support/foreign-gateway.ts';
import type { TestGateway } from '#tests/support/gateway.ts';
import { openDashboard } from '#tests/support/open-dashboard.tsx';
import { responseOf } from '#tests/support/replies.ts';
import { addThreeUnits } from '#tests/support/units.ts';
import { startUser } from '#tests/support/user.ts';

const DAY = 24 * 60 * 60 * 1000;
const LABELS = 'ملصقات قديمة';
const GUIDE = 'دليل الإرجاع';
const POLICY = 'Returns policy';

async function titlesInBin(gateway: TestGateway): Promise<string[]> {
  const bin = await responseOf(await gateway.call('/api/AIKnowledge/1/bin'));
  return binPageSchema.parse(bin).items.map(({ title }) => title);
}

/** Deletes units by their title so many days ago, the machine's clock being the reader's. */
async function deleteAgo(gateway: TestGateway, ...deletions: [title: string, days: number][]) {
  const { items } = await gateway.ports.units.list(1, {
    offset: 0,
    limit: 100,
    sort: { by: 'title', descending: false },
  });
  for (const [title, days] of deletions) {
    gateway.time.now = new Date(Date.now() - days * DAY + 3_600_000);
    const id = items.find((unit) => unit.title === title)?.id;
    await gateway.call(`/api/AIKnowledge/1/${id}`, { method: 'DELETE' });
  }
  gateway.time.now = new Date();
}

async function prepare(gateway: TestGateway) {
  await addThreeUnits(gateway);
  await deleteAgo(gateway, [LABELS, 28], [GUIDE, 1]);
}

const inBin = paths.knowledge({ status: 'bin' });
const rowOf = async (title: string) => {
  const row = (await screen.findByText(title, { selector: '[data-id] *' })).closest('[data-id]');
  if (!(row instanceof HTMLElement)) throw new Error('not in a row');
  return row;
};
const isShown = (title: string) => screen.queryByText(title, { selector: '[data-id] *' }) !== null;
const restoreIn = (row: HTMLElement) => within(row).getByText('Restore');

describe('the bin', () => {
  test('is a filter with a count; each unit says who deleted it and how long it is kept, and comes back', async () => {
    const user = startUser();
    const { gateway, router } = await openDashboard({ strict: true, at: paths.knowledge(), prepare });
    await rowOf(POLICY);
    const chip = within(screen.getByLabelText('Status')).getByText('Bin');
    expect(await within(chip).findByText('2')).toBeVisible();
    await user.click(chip);
    expect(await rowOf(GUIDE)).toHaveTextContent(/اختبار.*30 days left/u);
    expect(await rowOf(LABELS)).toHaveTextContent(/3 days left/u);
    expect(isShown(POLICY)).toBe(false);
    expect(router.state.location.search).toBe('?status=bin');
    await user.click(restoreIn(await rowOf(GUIDE)));
    const notice = await screen.findByText('1 unit restored');
    expect(notice).toBeVisible();
    await waitFor(() => expect(isShown(GUIDE)).toBe(false));
    // The button that was pressed has gone with its row.
    expect(document.activeElement).not.toBe(document.body);
    expect(document.activeElement).toContainElement(notice);
    expect(await titlesInBin(gateway)).toEqual([LABELS]);
    await user.click(screen.getByText('Open unit'));
    expect(await findReadyLine()).toBeVisible();
  });

  test('shows the last page where the address names one beyond it, as do the units', async () => {
    const { router } = await openDashboard({ at: `${inBin}&page=9`, prepare });
    expect(await rowOf(GUIDE)).toBeVisible();
    expect(router.state.location.search).toBe('?status=bin');
    await router.navigate(`${paths.knowledge()}?page=9`);
    expect(await rowOf(POLICY)).toBeVisible();
    expect(router.state.location.search).toBe('');
  });

  test('deletes a selection for good only once its size is typed', async () => {
    const user = startUser();
    const { gateway } = await openDashboard({ at: inBin, prepare });
    await rowOf(GUIDE);
    await user.click(screen.getByLabelText('Select all units on this page'));
    await user.click(screen.getByText('Delete permanently'));
    const dialog = await screen.findByRole('dialog', { name: 'Delete 2 units permanently?' });
    expect(dialog).toHaveTextContent(LABELS);
    const confirm = within(dialog).getByRole('button', { name: 'Delete permanently' });
    expect(confirm).toBeDisabled();
    await user.write(within(dialog).getByRole('textbox'), 'Delete ٢ units');
    await user.click(confirm);
    expect(await screen.findByText('2 units permanently deleted')).toBeVisible();
    expect(await screen.findByText('The bin is empty')).toBeVisible();
    expect(await titlesInBin(gateway)).toEqual([]);
  });

  test('restores what it can of a selection, and the rest under another title', async () => {
    const user = startUser();
    const { gateway } = await openDashboard({
      at: inBin,
      prepare: async (testGateway) => {
        await prepare(testGateway);
        await testGateway.addUnit(GUIDE, 'نص آخر');
      },
    });
    await rowOf(GUIDE);
    await user.click(screen.getByLabelText('Select all units on this page'));
    const bar = screen.getByText('2 selected').parentElement as HTMLElement;
    await user.click(within(bar).getByText('Restore'));
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent(/1 unit restored.*Unit \d+ already has the title/u);
    expect(await titlesInBin(gateway)).toEqual([GUIDE]);
    await user.click(within(alert).getByRole('button', { name: 'Restore under another title' }));
    const dialog = await screen.findByRole('dialog', { name: 'Restore under another title' });
    await user.click(within(dialog).getByRole('button', { name: 'Restore' }));
    expect(await screen.findByText('2 units restored')).toBeVisible();
    expect(await titlesInBin(gateway)).toEqual([]);
  });

  test('says so when somebody else has emptied it meanwhile, and reads it again', async () => {
    const user = startUser();
    const { gateway } = await openDashboard({ at: inBin, prepare });
    const row = await rowOf(LABELS);
    const id = row.dataset['id'];
    await gateway.call(`/api/AIKnowledge/1/bin/${id}`, { method: 'DELETE' });
    await user.click(restoreIn(row));
    expect(await screen.findByRole('alert')).toHaveTextContent(/no longer in the bin/u);
    await waitFor(() => expect(isShown(LABELS)).toBe(false));
  });

  test('is not offered over a gateway without one, which asks before every deletion', async () => {
    const user = startUser();
    await openDashboard({ at: paths.knowledge(), prepare: addThreeUnits, intercept: deviate('noBin') });
    await rowOf(POLICY);
    expect(screen.queryByText('Bin')).toBeNull();
    await user.click(screen.getByLabelText('Select all units on this page'));
    await user.click(screen.getByText('Delete'));
    const dialog = await screen.findByRole('dialog', { name: 'Delete 3 units permanently?' });
    expect(dialog).toHaveTextContent('This gateway has no bin. The units cannot be restored.');
    expect(within(dialog).getByRole('button', { name: 'Delete permanently' })).toBeDisabled();
    expect(dialog).not.toHaveTextContent('30');
  });
});

import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { paths } from '#src/paths.ts';
import { deviate } from '#tests/support/foreign-gateway.ts';
import type { TestGateway } from '#tests/support/gateway.ts';
import { openDashboard } from '#tests/support/open-dashboard.tsx';
import { ask } from '#tests/support/playground-page.tsx';
import { responseOf } from '#tests/support/replies.ts';
import { startUser } from '#tests/support/user.ts';

const TITLE = 'تعرفة نوفمبر';
const ON = { off: false, validFrom: null, validUntil: null };

const set = (gateway: TestGateway, validity: object) =>
  gateway.call('/api/AIKnowledge/1/1/availability', { method: 'PUT', json: { ...ON, ...validity } });
const open = (validity: object = {}, options: Partial<Parameters<typeof openDashboard>[0]> = {}) =>
  openDashboard({
    at: paths.unit(1),
    async prepare(gateway) {
      await gateway.addUnit(TITLE, '# الرسوم\n\nرسوم القبول 500 ريال.');
      await gateway.indexAll();
      if (Object.keys(validity).length > 0) await set(gateway, validity);
    },
    ...options,
  });
const stored = async (gateway: TestGateway) => {
  const states = await gateway.call('/api/AIKnowledge/1/states?ids=1');
  return (await responseOf<{ items: object[] }>(states)).items[0];
};

test('a unit is switched off in its menu, says so, and is switched on again', async () => {
  const user = startUser();
  const { gateway } = await open();
  expect(await screen.findByRole('textbox', { name: 'Ask about this unit' })).toBeVisible();
  await user.click(await screen.findByRole('button', { name: 'More' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Switch off' }));
  const notice = await screen.findByRole('alert');
  expect(notice).toHaveTextContent('This unit is switched off');
  expect(screen.queryByRole('textbox', { name: 'Ask about this unit' })).toBeNull();
  expect(await stored(gateway)).toMatchObject({ availability: 'off' });
  await user.click(within(notice).getByRole('button', { name: 'Switch on' }));
  await waitFor(() => expect(screen.queryByText('This unit is switched off')).toBeNull());
  expect(document.activeElement).not.toBe(document.body);
  expect(await stored(gateway)).toMatchObject({ availability: 'on' });
});

test('تُحدَّد مدة الصلاحية بأيام الروبوت', async () => {
  const user = startUser();
  const { gateway } = await open(
    { validUntil: '2026-11-01T10:00:00Z', validFrom: '2026-10-01T10:00:00Z' },
    { language: 'ar' },
  );
  const notice = await screen.findByRole('alert');
  expect(notice).toHaveTextContent(/انتهت صلاحية هذه الوحدة.*1 نوفمبر 2026/u);
  await user.click(within(notice).getByRole('button', { name: 'تغيير المدة' }));
  const dialog = await screen.findByRole('dialog', { name: 'مدة الصلاحية' });
  const last = within(dialog).getByRole('textbox', { name: 'آخر يوم' });
  expect(last).toHaveValue('2026-11-01');
  const write = async (day: string) => {
    await user.clear(last);
    await user.write(last, day);
    await user.click(within(dialog).getByRole('button', { name: 'حفظ' }));
  };
  await write('2026-09-30');
  expect(await within(dialog).findByText('يجب ألا يسبق آخر يوم أول يوم.')).toBeVisible();
  await write('2026-');
  expect(await within(dialog).findByText('أدخل يومًا.')).toBeVisible();
  await write('2027-01-31');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await screen.findByText(/صالحة حتى.*31 يناير 2027/u)).toBeVisible();
  // The day that stayed keeps its time.
  expect(await stored(gateway)).toMatchObject({
    availability: 'on',
    validFrom: '2026-10-01T10:00:00.000Z',
    validUntil: '2027-01-31T23:59:59.000Z',
  });
});

test('a unit that is not valid yet says from when, and its dates can be taken away', async () => {
  const user = startUser();
  const { gateway } = await open({ validFrom: '2099-12-01T00:00:00Z' });
  const notice = await screen.findByRole('alert');
  expect(notice).toHaveTextContent(/not valid yet.*1 December 2099/u);
  await user.click(within(notice).getByRole('button', { name: 'Change dates' }));
  const dialog = await screen.findByRole('dialog', { name: 'Validity dates' });
  await user.click(within(dialog).getByRole('button', { name: 'No start date' }));
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByText(/not valid yet/u)).toBeNull());
  expect(await stored(gateway)).toMatchObject({ availability: 'on', validFrom: null });
});

test('over a gateway without the operation nothing of it shows', async () => {
  const user = startUser();
  await open({}, { intercept: deviate('noExtensions') });
  await user.click(await screen.findByRole('button', { name: 'More' }));
  expect(await screen.findByRole('menuitem', { name: 'Try to delete unit' })).toBeVisible();
  expect(screen.queryByRole('menuitem', { name: /Switch|Validity/u })).toBeNull();
});

test('the playground marks a unit that is not searched, and a question to it alone says why', async () => {
  await open({ off: true }, { at: paths.playground({ question: 'كم رسوم القبول؟', index: [TITLE] }) });
  expect(await screen.findByLabelText(/is not searched\. .*Switched off/u)).toBeVisible();
  await ask();
  expect(await screen.findByText(/These units are switched off/u)).toHaveTextContent(TITLE);
});

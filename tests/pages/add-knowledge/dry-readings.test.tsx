import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { createDryReader } from '#gateway/modules/units/services/indexing/dry-reader.ts';
import { paths } from '#src/paths.ts';
import type { TestGateway } from '#tests/support/gateway.ts';
import { openDashboard } from '#tests/support/open-dashboard.tsx';
import { startUser } from '#tests/support/user.ts';

const GUIDE = '# دليل الموظف الجديد\n\nيبدأ الدوام في التاسعة صباحًا وينتهي في الخامسة.';
const markdown = (name: string, text: string) => new File([text], name, { type: 'text/markdown' });

async function choose(files: File[]) {
  const [input] = await screen.findAllByLabelText('Choose files', { selector: 'input' });
  await startUser({ applyAccept: false }).upload(input as HTMLInputElement, files);
}
const rowOf = (title: HTMLElement) => within(title.closest('li') as HTMLElement);
const read = ({ ports }: TestGateway) => createDryReader(ports).runDue();
const titles = () =>
  screen.getAllByRole<HTMLInputElement>('textbox', { name: /^Title for/u }).map(({ value }) => value);

test('rows get what was read: language, and the title of the document where nobody typed one', async () => {
  const user = startUser();
  const { gateway } = await openDashboard({ strict: true, at: paths.addKnowledge() });
  await choose([
    markdown('scan-01.md', GUIDE),
    markdown('typed.md', `# آخر\n\n${GUIDE}`),
    markdown('copy.md', `${GUIDE} نص`),
  ]);
  const typed = await screen.findByRole('textbox', { name: 'Title for typed.md' });
  await user.clear(typed);
  await user.type(typed, 'عنواني');
  expect(await screen.findAllByText(/Waiting to be read/u)).toHaveLength(3);
  await read(gateway);
  expect(await screen.findByDisplayValue('دليل الموظف الجديد')).toBeVisible();
  expect(screen.getAllByText(/ B · Arabic$/u)).toHaveLength(3);
  expect(typed).toHaveFocus();
  // Two of the same name: one keeps the name of its file.
  expect(titles()).toEqual(['دليل الموظف الجديد', 'عنواني', 'Copy']);
  // Once: what a person types afterwards stays, also the name of the file.
  const first = screen.getByDisplayValue('دليل الموظف الجديد');
  await user.clear(first);
  await user.type(first, 'Scan 01');
  await choose([markdown('later.md', `# لاحق\n\n${GUIDE}`)]);
  await screen.findByText(/Waiting to be read/u);
  await read(gateway);
  await waitFor(() => expect(titles()).toEqual(['Scan 01', 'عنواني', 'Copy', 'لاحق']));
});

test('what cannot be read says why, and is added only where a person insists', async () => {
  const user = startUser();
  const { gateway } = await openDashboard({ at: paths.addKnowledge() });
  await choose([markdown('دليل.md', GUIDE), markdown('فارغ.md', 'نص')]);
  await screen.findAllByText(/Waiting to be read/u);
  await read(gateway);
  const row = rowOf(await screen.findByDisplayValue('فارغ'));
  expect(await row.findByText('Cannot be read')).toBeVisible();
  expect(row.getByText('Too little text was found')).toBeVisible();
  expect(screen.getByText('1 item needs attention.', { exact: false })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Add 1 unit' })).toBeEnabled();
  await user.click(row.getByRole('button', { name: 'Add anyway: فارغ.md' }));
  expect(await screen.findByRole('button', { name: 'Add 2 units' })).toBeEnabled();
});

test('the same text in another file is known once it was read', async () => {
  const { gateway } = await openDashboard({
    at: paths.addKnowledge(),
    prepare: async (open) => {
      await open.addUnit('الدليل', GUIDE, 'guide.md');
      await open.indexAll();
    },
  });
  await choose([markdown('نسخة.md', `${GUIDE}\n\n`)]);
  await screen.findByText(/Waiting to be read/u);
  await read(gateway);
  expect(await screen.findByText('Already in the bot')).toBeVisible();
  expect(screen.getByText(/The same text is in/u)).toHaveTextContent('الدليل');
});

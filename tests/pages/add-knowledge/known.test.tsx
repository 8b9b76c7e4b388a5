import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { paths } from '#src/paths.ts';
import { deviate } from '#tests/support/foreign-gateway.ts';
import type { TestGateway } from '#tests/support/gateway.ts';
import { openDashboard } from '#tests/support/open-dashboard.tsx';
import { startUser } from '#tests/support/user.ts';

const MAY = '# التعرفة\n\nرسوم التحويل 10 ريالات.';
const JUNE = '# التعرفة\n\nرسوم التحويل 12 ريالاً.';
const markdown = (name: string, text: string) => new File([text], name, { type: 'text/markdown' });
const PAGE = 'https://example.org/الرسوم';

async function choose(files: File[], label = 'Choose files') {
  const [input] = await screen.findAllByLabelText(label, { selector: 'input' });
  await startUser({ applyAccept: false }).upload(input as HTMLInputElement, files);
}
const addTariff = (gateway: TestGateway) => gateway.addUnit('Tariff', MAY, 'tariff.md');
const rowOf = (title: HTMLElement) => within(title.closest('li') as HTMLElement);

describe('what the bot has already', () => {
  test('the monthly tariff dropped again takes the place of the file with one click', async () => {
    const user = startUser();
    const { gateway } = await openDashboard({ strict: true, at: paths.addKnowledge(), prepare: addTariff });
    await choose([markdown('tariff.md', JUNE)]);
    const row = rowOf(await screen.findByDisplayValue('Tariff'));
    expect(await row.findByText('Title is taken')).toBeVisible();
    expect(row.getByRole('status')).toHaveTextContent(
      /This title belongs to Tariff.*tariff\.md.*\d+ B there, \d+ B here/u,
    );
    await user.click(row.getByRole('button', { name: 'Replace there: Tariff' }));
    const replaced = rowOf(await screen.findByText('Replaced in this unit'));
    expect(replaced.getByRole('link', { name: 'Tariff' })).toHaveAttribute('href', paths.unit(1));
    await waitFor(() => expect(document.activeElement).toHaveTextContent('Added'));
    const unit = await gateway.ports.units.get(1, 1);
    expect([unit?.title, unit?.sources.map(({ file }) => file?.size)]).toEqual([
      'Tariff',
      [new TextEncoder().encode(JUNE).length],
    ]);
  });

  test('the same bytes under another name are skipped, or kept beside', async () => {
    const user = startUser();
    await openDashboard({ at: paths.addKnowledge(), prepare: addTariff });
    await choose([markdown('نسخة.md', MAY), markdown('أخرى.md', MAY)]);
    expect(await screen.findAllByText('Already in the bot')).toHaveLength(2);
    const row = rowOf(screen.getByDisplayValue('نسخة'));
    expect(row.getByRole('status')).toHaveTextContent('The same file is in Tariff');
    expect(row.queryByRole('button', { name: /^Replace/u })).toBeNull();
    await user.click(row.getByRole('button', { name: 'Skip: نسخة.md' }));
    expect(screen.queryByDisplayValue('نسخة')).toBeNull();
    expect(document.activeElement).toHaveTextContent('1 item');
    await user.click(screen.getByRole('button', { name: 'Keep both: أخرى.md' }));
    await waitFor(() => expect(document.activeElement).toHaveTextContent('1 item'));
    await user.click(await screen.findByRole('button', { name: 'Add 1 unit' }));
    expect(await screen.findByRole('link', { name: 'أخرى' })).toBeVisible();
  });

  test('several at once are replaced, or skipped, by one button', async () => {
    const user = startUser();
    await openDashboard({
      at: paths.addKnowledge(),
      prepare: async (gateway) => {
        await addTariff(gateway);
        await gateway.addUnit('رسوم', MAY, 'رسوم.md');
      },
    });
    await choose([
      markdown('tariff.md', JUNE),
      markdown('رسوم.md', `${JUNE}\nسطر`),
      markdown('جديد.md', 'جديد'),
    ]);
    expect(await screen.findByText('2 items are in the bot already.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Replace all' }));
    expect(await screen.findAllByText('Replaced in this unit')).toHaveLength(2);
    expect(screen.getByDisplayValue('جديد')).toBeVisible();

    await choose([markdown('tariff.md', `${MAY}2`), markdown('رسوم.md', `${MAY}3`)]);
    await user.click(await screen.findByRole('button', { name: 'Skip all' }));
    expect(screen.queryByDisplayValue('Tariff')).toBeNull();
    expect(screen.getByDisplayValue('جديد')).toBeVisible();
  });

  test('of a unit of several sources a person chooses one, the likest name first', async () => {
    const user = startUser();
    const { gateway } = await openDashboard({
      at: paths.addKnowledge(),
      prepare: async (open) => {
        await addTariff(open);
        const { response, size } = await open.upload('service-terms.md', MAY);
        const { FileName, FileURL, FilePath } = (await response.json()) as Record<string, string>;
        const SourceContent = { FileName, FileUrl: FileURL, FilePath, FileSize: size };
        const added = { KnowledgeSource: 0, SourceContent };
        await open.call('/api/AIKnowledge/1/1/sources', { method: 'POST', json: added });
      },
    });
    await choose([markdown('service-terms.md', JUNE)]);
    const title = await screen.findByDisplayValue('Service terms');
    await user.clear(title);
    await user.type(title, 'Tariff');
    await user.click(await screen.findByRole('button', { name: 'Replace there: Tariff' }));
    const menu = within(screen.getByRole('menu', { name: 'Which source of Tariff is replaced?' }));
    expect(menu.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
      'service-terms.md',
      'tariff.md',
    ]);
    await user.click(menu.getByRole('menuitem', { name: 'service-terms.md' }));
    expect(await screen.findByText('Replaced in this unit')).toBeVisible();
    const sizes = (await gateway.ports.units.get(1, 1))?.sources.map(({ file }) => file?.size);
    expect(sizes).toEqual([MAY, JUNE].map((text) => new TextEncoder().encode(text).length));
  });

  test('a unit that somebody else changed meanwhile is not replaced unseen', async () => {
    const user = startUser();
    const { gateway } = await openDashboard({ at: paths.addKnowledge(), prepare: addTariff });
    await choose([markdown('tariff.md', JUNE)]);
    const replace = await screen.findByRole('button', { name: 'Replace there: Tariff' });
    await gateway.call('/api/AIKnowledge/1/1', { method: 'PUT', json: { description: 'وصف' } });
    await user.click(replace);
    expect(await screen.findByText('Not replaced')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await user.click(await screen.findByRole('button', { name: 'Replace there: Tariff' }));
    expect(await screen.findByText('Replaced in this unit')).toBeVisible();
  });

  test('an address is known however it is written, and read again, in Arabic', async () => {
    const user = startUser();
    const { gateway } = await openDashboard({
      language: 'ar',
      at: paths.addKnowledge(),
      prepare: (open) =>
        open.call('/api/AIKnowledge/1', {
          method: 'POST',
          json: { title: 'صفحة الرسوم', KnowledgeSource: 1, SourceContent: [PAGE] },
        }),
    });
    await user.click(await screen.findByLabelText('روابط الويب'));
    await user.paste(`${PAGE}/#top`);
    await user.click(screen.getByRole('button', { name: /^إضافة رابط/u }));
    expect(await screen.findByText('موجود في الروبوت')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'تحديث الموجود: صفحة الرسوم' }));
    expect(await screen.findByText('تُعاد قراءته في هذه الوحدة')).toBeVisible();
    // The unit keeps its own address: another spelling of it may lead nowhere.
    const unit = await gateway.ports.units.get(1, 1);
    expect(unit?.sources.map(({ id, url }) => [id, url])).toEqual([[1, PAGE]]);
  });

  test('what lies in the bin is named, and added all the same', async () => {
    await openDashboard({
      at: paths.addKnowledge(),
      prepare: async (gateway) => {
        await addTariff(gateway);
        await gateway.call('/api/AIKnowledge/1/1', { method: 'DELETE' });
      },
    });
    await choose([markdown('tariff.md', MAY)]);
    expect(await screen.findByText(/The same content is in the bin, in/u)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Add 1 unit' })).toBeEnabled();
  });

  test('another gateway says of titles what it says today', async () => {
    await openDashboard({
      at: paths.addKnowledge(),
      prepare: addTariff,
      intercept: deviate('noKnown'),
    });
    await choose([markdown('tariff.md', MAY)]);
    expect(await screen.findByText('Title is taken')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Use another title' })).toBeVisible();
    expect(screen.queryByRole('button', { name: /^(?:Replace there|Skip)/u })).toBeNull();
  });
});

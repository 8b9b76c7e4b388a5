import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { paths } from '#src/paths.ts';
import { deviate } from '#tests/support/foreign-gateway.ts';
import type { TestGateway } from '#tests/support/gateway.ts';
import { openDashboard } from '#tests/support/open-dashboard.tsx';
import { FEES, FEES_URL } from '#tests/support/units.ts';
import { startUser } from '#tests/support/user.ts';

const TITLE = 'صفحة الرسوم';

/** A page whose fee has changed with each reading. */
const openHistory = (options: Partial<Parameters<typeof openDashboard>[0]> = {}, fees = ['80']) => {
  const pages: Record<string, string> = { [FEES_URL]: FEES };
  return openDashboard({
    at: paths.unitVersions(1),
    pages,
    ...options,
    prepare: async (gateway: TestGateway) => {
      const json = { title: TITLE, KnowledgeSource: 1, SourceContent: [FEES_URL] };
      await gateway.call('/api/AIKnowledge/1', { method: 'POST', json });
      await gateway.indexAll();
      for (const fee of fees) {
        gateway.time.now = new Date(gateway.time.now.getTime() + 3_600_000);
        pages[FEES_URL] = FEES.replace('75', fee);
        await gateway.call('/api/AIKnowledge/1/1/reindex', { method: 'POST' });
        await gateway.indexAll();
      }
      await options.prepare?.(gateway);
    },
  });
};

const versions = async () =>
  within(await screen.findByRole('list', { name: 'Versions' })).getAllByRole('listitem');

describe('the history of a unit', () => {
  test('lists its versions, newest first, each with who made it and why', async () => {
    const user = startUser();
    await openHistory({ at: paths.unit(1) });
    await user.click(await screen.findByRole('link', { name: 'History' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'History' })).toBeVisible();
    const [latest, first] = await versions();
    expect(latest).toHaveTextContent(/Version 2.*Live.*Read again: .*1 passage/u);
    expect(first).toHaveTextContent(/Version 1.*Added: /u);
    expect(first).not.toHaveTextContent('Live');
    expect(screen.getByText(/^All versions take/u)).toBeVisible();
  });

  test('shows the words that a version changed, said and isolated', async () => {
    const user = startUser();
    await openHistory({ strict: true });
    await user.click(await screen.findByRole('link', { name: 'What changed in version 2' }));
    expect(await screen.findByRole('heading', { name: 'Version 2 compared with version 1' })).toBeVisible();
    expect(screen.getByText('1 changed')).toHaveAttribute('role', 'status');
    const [change] = within(screen.getByRole('list', { name: 'Changes' })).getAllByRole('listitem');
    expect(change?.querySelector('del')).toHaveTextContent('Removed: 75');
    expect(change?.querySelector('ins')).toHaveTextContent('Added: 80');
    expect(change?.querySelector('ins')?.parentElement).toHaveAttribute('dir');
    expect(change).toHaveTextContent('رسوم التحويل الدولي 25 ريالًا');
  });

  test('compares any two, and says what is only a matter of form', async () => {
    const user = startUser();
    const { router } = await openHistory({ at: paths.unitVersion(1, 3) }, ['80', '٨٠']);
    expect(await screen.findByText('Only the form of digits differs')).toBeVisible();
    await user.click(screen.getByRole('combobox', { name: /^Compare with/u }));
    await user.click(await screen.findByRole('option', { name: 'Version 1' }));
    expect(await screen.findByRole('heading', { name: 'Version 3 compared with version 1' })).toBeVisible();
    expect(router.state.location.search).toBe('?from=1');
    expect(screen.queryByText('Only the form of digits differs')).toBeNull();
  });

  test('بالعربية: يُتراجع عن تغيير في المصادر تعذّرت فهرسته', async () => {
    const user = startUser();
    const { gateway } = await openHistory({
      language: 'ar',
      prepare: async (prepared) => {
        const json = { KnowledgeSource: 1, SourceContent: 'https://example.com/غير-موجود' };
        await prepared.call('/api/AIKnowledge/1/1/sources/1', { method: 'PUT', json });
        await prepared.indexAll();
      },
    });
    const list = within(await screen.findByRole('list', { name: 'النسخ' }));
    await user.click(await list.findByRole('button', { name: 'التراجع عن التعديل الذي فشل' }));
    const dialog = await screen.findByRole('dialog', {
      name: 'هل تريد التراجع عن التعديل الذي تعذّرت فهرسته؟',
    });
    expect(dialog).toHaveTextContent('تعود إلى الوحدة مصادر النسخة 2');
    await user.click(within(dialog).getByRole('button', { name: 'تراجع' }));
    expect(await screen.findByText('تعتمد الإجابات الآن على نص النسخة 2.')).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('button', { name: /^التراجع/u })).toBeNull());
    expect(screen.queryByRole('button', { name: 'تراجع' })).toBeNull();
    expect((await gateway.ports.units.get(1, 1))?.sources[0]?.url).toBe(FEES_URL);
  });

  test('goes back to a version and undoes it', async () => {
    const user = startUser();
    await openHistory({ strict: true });
    await user.click(await screen.findByRole('button', { name: 'Go back to version 1' }));
    const dialog = await screen.findByRole('dialog', { name: 'Go back to version 1?' });
    expect(dialog).toHaveTextContent('It takes effect at once.');
    await user.click(within(dialog).getByRole('button', { name: 'Go back' }));
    expect(await screen.findByText('Answers use the text of version 1 again.')).toBeVisible();
    const [latest] = await versions();
    expect(latest).toHaveTextContent(/Version 3.*Live.*Went back to version 1: /u);
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('Answers use the text of version 2 again.')).toBeVisible();
    expect((await versions())[0]).toHaveTextContent(/Version 4.*Went back to version 2/u);
  });

  test('says that a text is not kept, and offers no way back to it', async () => {
    await openHistory(
      {
        prepare: (gateway) =>
          // As versions are that were made before readings were kept.
          gateway.db.change({ bot: 1 }, (trx) =>
            trx.updateTable('version_source').set({ reading_id: null }).execute(),
          ),
      },
      ['80', '85', '90'],
    );
    const [latest, , , first] = await versions();
    expect(first).toHaveTextContent('Its text is no longer kept.');
    expect(within(first as HTMLElement).queryByRole('link')).toBeNull();
    expect(within(latest as HTMLElement).queryByRole('button')).toBeNull();
    expect(screen.getAllByRole('button', { name: /^Go back to version/u })).toHaveLength(2);
  });

  test('compares a version whose index is gone by what was read, and indexes it again to go back', async () => {
    const user = startUser();
    await openHistory({}, ['80', '85', '90']);
    await user.click(await screen.findByRole('link', { name: 'What changed in version 2' }));
    const changes = await screen.findByRole('list', { name: 'Changes' });
    expect(changes.querySelector('del')).toHaveTextContent('Removed: 75');
    expect(changes.querySelector('ins')).toHaveTextContent('Added: 80');
    await user.click(screen.getByRole('button', { name: 'Go back to version 1' }));
    const dialog = await screen.findByRole('dialog', { name: 'Go back to version 1?' });
    expect(dialog).toHaveTextContent('The text is indexed again first.');
  });

  test('lays an Arabic line that came from right to left, in English too', async () => {
    const line = 'SWIFT: رسم التحويل إلى خارج المملكة 90';
    await openHistory({ at: paths.unitVersion(1, 2) }, [`80 ريالًا.</p><p>${line}`]);
    const words = await screen.findByText(/^SWIFT/u, { selector: 'ins' });
    expect(words).toHaveAttribute('dir', 'rtl');
    expect(words.parentElement).toHaveAttribute('dir', 'rtl');
  });

  test('is read by testers, who cannot go back', async () => {
    await openHistory({
      connection: { key: 'key-of-support' },
      prepare: (gateway) => gateway.addKey('key-of-support', { role: 'tester' }),
    });
    expect(await versions()).toHaveLength(2);
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Go back to/u })).toBeNull());
    expect(screen.queryByRole('link', { name: 'Audit log' })).toBeNull();
  });

  test('promises nothing over another gateway, and asks it for nothing', async () => {
    const { requests } = await openHistory({ intercept: deviate('noExtensions') });
    expect(await screen.findByText('This gateway keeps no versions')).toBeVisible();
    expect(requests.map(({ url }) => url).filter((url) => /versions|details/u.test(url))).toEqual([]);
  });

  test('reads as Arabic in Arabic', async () => {
    const user = startUser();
    await openHistory({ language: 'ar' });
    await user.click(await screen.findByRole('link', { name: /^التغييرات في النسخة .*2/u }));
    expect(await screen.findByText('مقطع معدّل')).toBeVisible();
    const [change] = within(screen.getByRole('list', { name: 'التغييرات' })).getAllByRole('listitem');
    expect(change?.querySelector('ins')).toHaveTextContent('أُضيف: 80');
    await user.click(screen.getByRole('button', { name: /^استرجاع النسخة .*1/u }));
    const dialog = await screen.findByRole('dialog', { name: /^هل تريد استرجاع النسخة/u });
    await user.click(within(dialog).getByRole('button', { name: 'استرجاع' }));
    expect(await screen.findByText(/^تعتمد الإجابات الآن على نص النسخة/u)).toBeVisible();
  });
});

test('the overview says what changed lately, with names, and leads to the words', async () => {
  const user = startUser();
  await openHistory({ at: paths.overview() });
  const changes = await screen.findByRole('list', { name: 'What changed?' });
  expect(within(changes).getAllByRole('listitem')[0]).toHaveTextContent(/صفحة الرسوم.*Read again: /u);
  await user.click(
    within(changes).getByRole('link', { name: /^What changed in version 2 of .*صفحة الرسوم/u }),
  );
  expect(await screen.findByRole('heading', { name: 'Version 2 compared with version 1' })).toBeVisible();
});

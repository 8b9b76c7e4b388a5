import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { answer, explainAnswer, streamAnswer } from '#contract/operations/answers.ts';
import { paths } from '#src/paths.ts';
import { findReadyLine } from '#tests/support/find-ready-line.ts';
import { foreign } from '#tests/support/foreign.ts';
import { deviate } from '#tests/support/foreign-gateway.ts';
import type { TestGateway } from '#tests/support/gateway.ts';
import { openDashboard } from '#tests/support/open-dashboard.tsx';
import { startUser, type User } from '#tests/support/user.ts';

const DALEEL = `# الإرجاع والاستبدال

## مهلة الإرجاع

يحق للعميل إرجاع المنتج خلال 14 يومًا من تاريخ استلام الطلب.

## رسوم شحن الإرجاع

تتحمل الشركة رسوم الشحن إذا كان المنتج تالفًا.
`;
const TITLE = 'دليل العملاء';

async function ready(gateway: TestGateway) {
  await gateway.addUnit(TITLE, DALEEL);
  await gateway.indexAll();
}

const open = (options: Partial<Parameters<typeof openDashboard>[0]> = {}) =>
  openDashboard({ at: paths.unit(1), prepare: ready, ...options });

describe('a unit', () => {
  test.each([
    ['en', 'Waiting: the disk of the server is full.', /Indexing continues by itself/],
    ['ar', 'في الانتظار: قرص الخادم ممتلئ.', /تُستأنف الفهرسة تلقائيًا/],
  ] as const)('says why a unit waits while the disk is full, in %s', async (language, reason, remedy) => {
    const disk = { storage: 'files', freeBytes: 2 } as const;
    const diskSpace = { reserveBytes: 0, read: () => Promise.resolve([disk]), recordWrite: () => {} };
    let id = 0;
    await openDashboard({
      at: paths.unit(1),
      language,
      ports: () => ({ diskSpace }),
      prepare: async (gateway) => {
        id = await gateway.addUnit('دليل الشحن', '# الشحن\n\nالشحن مجاني.');
        diskSpace.reserveBytes = 3;
      },
    });
    expect(id).toBe(1);
    const status = await screen.findByText(remedy);
    expect(status.parentElement).toHaveTextContent(reason);
    expect(screen.queryByRole('button', { name: /Repair|إصلاح/u })).toBeNull();
  });

  test('moves from waiting to ready by itself, and shows its timeline, sections and passages', async () => {
    const { gateway } = await open({
      strict: true,
      prepare: (testGateway) => testGateway.addUnit(TITLE, DALEEL),
    });
    expect(await screen.findByRole('heading', { level: 1, name: TITLE })).toBeVisible();
    expect(screen.getAllByText('Waiting').length).toBeGreaterThan(0);
    expect(await screen.findByText('No passages yet.')).toBeVisible();
    expect(screen.queryByRole('textbox', { name: 'Ask about this unit' })).toBeNull();
    await gateway.indexAll();
    expect(await findReadyLine()).toBeVisible();
    expect(await screen.findByText(/يحق للعميل إرجاع المنتج/u)).toBeVisible();
    expect(screen.getByRole('button', { name: /مهلة الإرجاع/u })).toBeVisible();
    expect(screen.getByText('1–2 of 2')).toBeVisible();
    const download = screen.getByRole('link', { name: /^Download/u });
    expect(download).toHaveAttribute('href', expect.stringContaining('/api/Files/1/'));
  });

  test('ينتقل إلى القسم المختار ويحفظ موضعه في العنوان', async () => {
    const user = startUser();
    const { router } = await open({ language: 'ar' });
    await user.click(await screen.findByRole('button', { name: /رسوم شحن الإرجاع/u }));
    await waitFor(() => expect(router.state.location.search).toBe('?passage=1'));
    const passage = (await screen.findByText(/تتحمل الشركة رسوم الشحن/u)).closest('li');
    await waitFor(() => expect(passage).toHaveAttribute('aria-current', 'true'));
    expect(screen.getByText('المقطع 2')).toBeVisible();
  });

  test('finds the section that a document of the playground came from', async () => {
    await open({ at: paths.unit(1, { section: 'الإرجاع والاستبدال › رسوم شحن الإرجاع' }) });
    const passage = (await screen.findByText(/تتحمل الشركة رسوم الشحن/u)).closest('li');
    await waitFor(() => expect(passage).toHaveAttribute('aria-current', 'true'));
  });

  test('asks its own questions in the playground, once', async () => {
    const user = startUser();
    const { router, requests } = await open();
    const suggestions = await screen.findByRole('list', { name: 'Suggested questions' });
    const [question] = within(suggestions).getAllByRole('link');
    const words = question?.textContent ?? '';
    await user.click(question as HTMLElement);
    expect(await screen.findByRole('textbox', { name: 'Question' })).toHaveValue(words);
    expect(await screen.findByRole('region', { name: 'Retrieved passages' })).toBeVisible();
    await screen.findAllByRole('heading', { name: /^Answered|^No direct answer|^Not found/u });
    await waitFor(() => expect(router.state.location.pathname).toMatch(/^\/runs\//u));
    const answerPaths = [streamAnswer.path, answer.path];
    const callsTo = (paths: readonly string[]) =>
      requests.filter(({ url }) => paths.includes(new URL(url).pathname));
    const [request, ...others] = callsTo(answerPaths);
    expect(others).toEqual([]);
    await expect(request?.json()).resolves.toMatchObject({ IndexNames: [TITLE] });
    // The marks and the reading of the question need the explanation at once; it costs nothing.
    expect(callsTo([explainAnswer.path])).toHaveLength(1);
  });

  test('says why it failed and what to do', async () => {
    await open({
      language: 'ar',
      prepare: async (gateway) => {
        await gateway.addUnit('فارغ', '# \n\n \n', 'فارغ.md');
        await gateway.indexAll();
      },
    });
    expect((await screen.findAllByText('فشلت')).length).toBeGreaterThan(0);
    expect(screen.getByText(/تعذّرت الفهرسة/u)).toBeVisible();
    expect(screen.getAllByText(/لم يُعثر على نص كافٍ|الملف فارغ/u).length).toBeGreaterThan(0);
    expect(screen.queryByRole('textbox', { name: 'السؤال عن هذه الوحدة' })).toBeNull();
  });

  test('is put in line again when asked', async () => {
    const user = startUser();
    await open();
    await user.click(await screen.findByRole('button', { name: 'Read again' }));
    expect(await screen.findByText(/^(?:Position \d+ in queue|In the queue)/u)).toHaveTextContent(
      'The previous index is still used for answers.',
    );
  });

  test('says that there is no such unit', async () => {
    await open({ at: paths.unit(77) });
    expect(await screen.findByText('This bot has no unit 77. It may have been deleted.')).toBeVisible();
  });
});

describe('changing a unit', () => {
  const edit = async (user: User, title: string) => {
    await user.click(await screen.findByRole('button', { name: 'More' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Edit title and description' }));
    const field = await screen.findByRole('textbox', { name: 'Title' });
    await user.clear(field);
    await user.write(field, title);
  };

  test('changes title and description in place', async () => {
    const user = startUser();
    const { gateway } = await open();
    await edit(user, 'دليل الفروع');
    await user.write(screen.getByRole('textbox', { name: 'Description' }), 'كل الفروع');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'دليل الفروع' })).toBeVisible();
    const unit = await (await gateway.call('/api/AIKnowledge/byId/1')).json();
    expect(unit).toMatchObject({ title: 'دليل الفروع', description: 'كل الفروع' });
  });

  test('shows what someone else changed meanwhile, and loses nothing of what was typed', async () => {
    const user = startUser();
    const { gateway } = await open();
    await edit(user, 'عنواني');
    const theirs = await gateway.call('/api/AIKnowledge/1/1', { method: 'PUT', json: { title: 'عنوانهم' } });
    expect(theirs.status).toBe(200);
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText(/was changed by someone else/u)).toBeVisible();
    expect(await screen.findByText(/Their title: .*عنوانهم/u)).toBeVisible();
    expect(screen.getByRole('textbox', { name: 'Title' })).toHaveValue('عنواني');
    await user.click(screen.getByRole('button', { name: 'Replace their version' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'عنواني' })).toBeVisible();
  });

  const openDeletion = async (user: User) => {
    await user.click(await screen.findByRole('button', { name: 'More' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete unit' }));
    return screen.findByRole('dialog', { name: 'Delete this unit?' });
  };
  const isThere = async (gateway: TestGateway) => (await gateway.call('/api/AIKnowledge/byId/1')).ok;

  test('deletes it into a bin without typing, and its page restores it', async () => {
    const user = startUser();
    const { gateway } = await open();
    const dialog = await openDeletion(user);
    expect(within(dialog).getByText(/from the bin for 30 days/u)).toBeVisible();
    expect(within(dialog).queryByRole('textbox')).toBeNull();
    await user.click(within(dialog).getByRole('button', { name: 'Delete unit' }));
    expect(await screen.findByText('This unit is in the bin and does not answer questions')).toBeVisible();
    expect(screen.getByRole('heading', { level: 1, name: TITLE })).toBeVisible();
    expect(await isThere(gateway)).toBe(false);
    await user.click(screen.getByRole('button', { name: /^Restore/u }));
    expect(await findReadyLine()).toBeVisible();
    const restored = await screen.findByText('Restored');
    expect(document.activeElement).toContainElement(restored);
    expect(document.activeElement).not.toBe(document.body);
    expect(await isThere(gateway)).toBe(true);
  });

  test('asks for the title before what cannot be restored', async () => {
    const user = startUser();
    const { gateway } = await open();
    const dialog = await openDeletion(user);
    await user.click(within(dialog).getByRole('checkbox', { name: 'Delete permanently now' }));
    const confirm = within(dialog).getByRole('button', { name: 'Delete unit' });
    expect(confirm).toBeDisabled();
    await user.write(within(dialog).getByRole('textbox'), TITLE);
    await user.click(confirm);
    expect(await screen.findByText(/permanently deleted/u)).toBeVisible();
    expect((await gateway.call('/api/AIKnowledge/1/bin/1')).status).toBe(404);
  });

  test('promises no bin over a gateway that has none', async () => {
    const user = startUser();
    await open({ intercept: deviate('noBin') });
    const dialog = await openDeletion(user);
    expect(dialog).toHaveTextContent('This gateway has no bin. The unit cannot be restored.');
    expect(dialog).not.toHaveTextContent('30');
    expect(within(dialog).queryByRole('checkbox')).toBeNull();
    const confirm = within(dialog).getByRole('button', { name: 'Delete unit' });
    expect(confirm).toBeDisabled();
    await user.write(within(dialog).getByRole('textbox'), TITLE);
    await user.click(confirm);
    expect(await screen.findByText(/“.*” permanently deleted/u)).toBeVisible();
    expect(screen.queryByRole('button', { name: /Restore/u })).toBeNull();
  });
});

describe('the page of a deleted unit', () => {
  const DAY = 24 * 60 * 60 * 1000;
  const deleted = async (gateway: TestGateway) => {
    gateway.time.now = new Date(Date.now() - 3 * DAY - 60_000);
    await ready(gateway);
    await gateway.call('/api/AIKnowledge/1/1', { method: 'DELETE' });
    gateway.time.now = new Date();
  };

  test('says since when, by whom and until when, and restores it under another title if its own was taken', async () => {
    const user = startUser();
    const { gateway } = await open({
      prepare: async (testGateway) => {
        await deleted(testGateway);
        await testGateway.addUnit(TITLE, 'نص آخر');
        await testGateway.indexAll();
      },
    });
    const notice = await screen.findByText(/Deleted on .* by \u2068اختبار\u2069\./u);
    expect(notice).toHaveTextContent(/permanently deleted on .* \(27 days left\)/u);
    await user.click(screen.getByRole('button', { name: /^Restore/u }));
    const dialog = await screen.findByRole('dialog', { name: 'Restore under another title' });
    const holder = within(dialog).getByRole('link', { name: 'Show that unit' });
    expect(holder).toHaveAttribute('href', '/units/2');
    const field = within(dialog).getByRole('textbox', { name: 'New title' });
    expect(field).toHaveValue(`${TITLE} (restored)`);
    await user.clear(field);
    await user.write(field, TITLE);
    await user.click(within(dialog).getByRole('button', { name: 'Restore' }));
    expect(await within(dialog).findByText('This title is taken too.')).toBeVisible();
    await user.clear(field);
    await user.write(field, 'دليل العملاء القديم{Enter}');
    expect(await screen.findByRole('heading', { level: 1, name: 'دليل العملاء القديم' })).toBeVisible();
    await gateway.indexAll();
    expect(await findReadyLine()).toBeVisible();
  });

  test('deletes it for good once its title is typed, and then says that it is gone', async () => {
    const user = startUser();
    const { gateway } = await open({ prepare: deleted, language: 'ar' });
    await user.click(await screen.findByRole('button', { name: 'حذف نهائي' }));
    const dialog = await screen.findByRole('dialog', { name: 'هل تريد حذف هذه الوحدة نهائيًا؟' });
    const confirm = within(dialog).getByRole('button', { name: 'حذف نهائي' });
    expect(confirm).toBeDisabled();
    await user.write(within(dialog).getByRole('textbox'), TITLE);
    await user.click(confirm);
    expect(await screen.findByText(/تم حذف .* نهائيًا/u)).toBeVisible();
    expect((await gateway.call('/api/AIKnowledge/1/bin/1')).status).toBe(404);
  });

  test('shows the unit if somebody else restored it meanwhile, whatever was pressed', async () => {
    const user = startUser();
    const { gateway } = await open({ prepare: deleted });
    await user.click(await screen.findByRole('button', { name: 'Delete permanently' }));
    const dialog = await screen.findByRole('dialog', { name: 'Delete this unit permanently?' });
    await user.write(within(dialog).getByRole('textbox'), TITLE);
    await gateway.call('/api/AIKnowledge/1/1/restore', { method: 'POST' });
    await user.click(within(dialog).getByRole('button', { name: 'Delete permanently' }));
    expect(await findReadyLine()).toBeVisible();
  });
});

describe('a unit of another gateway', () => {
  test('shows what it tells, never a word of ours for its number, and lets it be asked', async () => {
    const user = startUser();
    const { router } = await open({ intercept: foreign() });
    expect(await screen.findByRole('heading', { level: 1, name: TITLE })).toBeVisible();
    expect(screen.getByText('Status 2')).toBeVisible();
    expect(screen.getByText(/meaning of this status number is unknown/u)).toBeVisible();
    expect(await screen.findByText('This gateway does not provide the passages of a unit.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Name it: status 2' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Ready' }));
    expect(await screen.findByText('You can ask about this unit.')).toBeVisible();
    expect(document.querySelectorAll('time[title^="Text from"]')).toHaveLength(0);
    expect(screen.queryByRole('button', { name: /^Name it/u })).toBeNull();
    await user.write(screen.getByRole('textbox', { name: 'Ask about this unit' }), 'ما مهلة الإرجاع؟{Enter}');
    await waitFor(() => expect(router.state.location.pathname).toBe('/playground'));
    expect((await screen.findAllByText(/خلال 14 يومًا/u)).length).toBeGreaterThan(0);
  });

  test('offers what it may have as a try, promises nothing, and not again once it is known not to have it', async () => {
    const user = startUser();
    const { gateway } = await open({ intercept: foreign() });
    const more = await screen.findByRole('button', { name: 'More' });
    expect(screen.queryByRole('button', { name: 'Read again' })).toBeNull();
    await user.click(more);
    await user.click(await screen.findByRole('menuitem', { name: 'Try to delete unit' }));
    const dialog = await screen.findByRole('dialog', { name: 'Try to delete this unit?' });
    expect(dialog).toHaveTextContent(
      'This gateway may not know this request. If it does not, nothing changes.',
    );
    expect(dialog).not.toHaveTextContent(/30|bin/u);
    await user.write(within(dialog).getByRole('textbox'), TITLE);
    await user.click(within(dialog).getByRole('button', { name: 'Try to delete unit' }));
    expect(await within(dialog).findByText('This gateway does not know this request')).toBeVisible();
    expect(within(dialog).getByRole('button', { name: 'Try to delete unit' })).toBeDisabled();
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    await user.click(await screen.findByRole('button', { name: 'More' }));
    expect(await screen.findByRole('menuitem', { name: 'Try to edit title and description' })).toBeVisible();
    expect(screen.queryByRole('menuitem', { name: /delete/iu })).toBeNull();
    await user.click(screen.getByRole('menuitem', { name: 'Try to edit title and description' }));
    const form = await screen.findByRole('dialog', { name: 'Try to edit title and description' });
    await user.write(within(form).getByRole('textbox', { name: 'Title' }), ' الجديد{Enter}');
    expect(await within(form).findByText('This gateway does not know this request')).toBeVisible();
    expect(within(form).getByRole('button', { name: 'Save' })).toBeDisabled();
    await user.click(within(form).getByRole('button', { name: 'Cancel' }));
    // The menu that led here has gone with its last entry.
    await waitFor(() => expect(screen.getByRole('heading', { level: 1, name: TITLE })).toHaveFocus());
    expect(screen.queryByRole('button', { name: 'More' })).toBeNull();
    expect((await gateway.call('/api/AIKnowledge/byId/1')).ok).toBe(true);
  });

  test('يعرض التعديل والحذف كما هما بعد أن تقبلهما البوابة، ولا يعد بالاستعادة', async () => {
    const user = startUser();
    const { requests } = await open({
      language: 'ar',
      intercept: async (request, pass) => {
        if (request.method === 'PUT') return pass().then(() => Response.json({ message: 'ok' }));
        if (request.method === 'DELETE') return pass().then(() => new Response(null, { status: 204 }));
        return foreign()(request, pass) ?? pass();
      },
    });
    await user.click(await screen.findByRole('button', { name: 'المزيد' }));
    await user.click(await screen.findByRole('menuitem', { name: 'محاولة تعديل العنوان والوصف' }));
    const field = await screen.findByRole('textbox', { name: 'العنوان' });
    await user.clear(field);
    await user.write(field, 'دليل العملاء الجديد{Enter}');
    expect(await screen.findByRole('heading', { level: 1, name: 'دليل العملاء الجديد' })).toBeVisible();
    expect(requests.find(({ method }) => method === 'PUT')?.headers.has('If-Match')).toBe(false);
    await user.click(screen.getByRole('button', { name: 'المزيد' }));
    expect(await screen.findByRole('menuitem', { name: 'تعديل العنوان والوصف' })).toBeVisible();
    await user.click(screen.getByRole('menuitem', { name: 'محاولة حذف الوحدة' }));
    const dialog = await screen.findByRole('dialog');
    await user.write(within(dialog).getByRole('textbox'), 'دليل العملاء الجديد');
    await user.click(within(dialog).getByRole('button', { name: 'محاولة حذف الوحدة' }));
    expect(await screen.findByText(/لا يُعرف إن كانت استعادتها ممكنة/u)).toBeVisible();
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
    expect(requests.find(({ method }) => method === 'DELETE')?.url).not.toContain('?');
  });
});

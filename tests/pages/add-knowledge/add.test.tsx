import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { HEADERS } from '#contract/headers.ts';
import { paths } from '#src/paths.ts';
import { foreign } from '#tests/support/foreign.ts';
import type { Dashboard } from '#tests/support/open-dashboard.tsx';
import { openDashboard } from '#tests/support/open-dashboard.tsx';
import { BLANK } from '#tests/support/units.ts';
import { startUser } from '#tests/support/user.ts';

const GUIDE = '# دليل العملاء\n\nيحق للعميل إرجاع المنتج خلال 14 يومًا.';
const markdown = (name: string, text = GUIDE) => new File([text], name, { type: 'text/markdown' });

/** A file as Office wrote it before 2007: the gateway tells it by its first bytes. */
const oldWorkbook = (name: string) =>
  new File(
    [Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, ...Array<number>(64).fill(0)])],
    name,
  );

async function choose(files: File[], label = 'Choose files') {
  const [input] = await screen.findAllByLabelText(label, { selector: 'input' });
  await startUser({ applyAccept: false }).upload(input as HTMLInputElement, files);
}

async function addAddresses(user: ReturnType<typeof startUser>, addresses: readonly string[]) {
  await user.click(await screen.findByLabelText('Web addresses'));
  await user.paste(addresses.join('\n'));
  await user.click(screen.getByRole('button', { name: /^Add \d+ address/u }));
}

/** The row that a title stands in. */
const rowOf = (title: HTMLElement) => title.closest('li') as HTMLElement;
const missing = () => Response.json({ message: 'Not Found' }, { status: 404 });
const calls = ({ requests }: Dashboard, path: string) =>
  requests.filter(({ method, url }) => method === 'POST' && new URL(url).pathname === path);

describe('add knowledge', () => {
  test('registers what is right, keeps what is not with its reason, and follows what it made', async () => {
    const user = startUser();
    const dashboard = await openDashboard({ strict: true, at: paths.addKnowledge() });
    await choose([
      markdown('دليل_العملاء.md'),
      oldWorkbook('prices.xls'),
      new File([], 'empty.txt'),
      new File(['x'], 'song.mp3'),
    ]);
    expect(await screen.findByDisplayValue('دليل العملاء')).toHaveAttribute('dir', 'auto');
    await screen.findByText('Ready to add');
    expect(await screen.findByText(/Save the file as XLSX/u)).toBeVisible();
    expect(screen.getByText(/The file is empty/u)).toBeVisible();
    expect(screen.getAllByText('Not accepted')).toHaveLength(3);
    expect(screen.getByText('3 items need attention.')).toBeVisible();

    await user.click(screen.getByRole('button', { name: 'Add 1 unit' }));
    const link = await screen.findByRole('link', { name: 'دليل العملاء' });
    expect(link).toHaveAttribute('href', '/units/1');
    await within(rowOf(link)).findByText('Waiting');
    expect(await screen.findByText('0 of 1 ready.')).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Ask about this' })).toBeNull();
    await dashboard.gateway.indexAll();
    await within(rowOf(link)).findByText('Ready');
    expect(screen.getByText('The unit is ready.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Ask about this' })).toHaveAttribute(
      'href',
      paths.playground({ index: ['دليل العملاء'] }),
    );

    expect(screen.getByDisplayValue('Prices')).toBeVisible();
    const [registration] = calls(dashboard, '/api/AIKnowledge/1');
    expect(registration?.headers.get(HEADERS.idempotencyKey)).toMatch(/^[\da-f]{32}$/u);
    await expect(registration?.json()).resolves.toMatchObject({ title: 'دليل العملاء', KnowledgeSource: 0 });

    await user.upload(within(rowOf(screen.getByDisplayValue('Prices'))).getByLabelText('Replace file'), [
      markdown('prices.md'),
    ]);
    await within(rowOf(screen.getByDisplayValue('Prices'))).findByText('Ready to add');
  });

  test('takes what programs export as .xls and .doc, and shows names without direction controls', async () => {
    await openDashboard({ at: paths.addKnowledge() });
    await choose([
      new File(['<table><tr><td>الفرع</td><td>العليا</td></tr></table>'], 'فروع.xls'),
      new File(['{\\rtf1\\ansi text}'], 'خطاب.doc'),
      markdown('تقرير\u202Etxt.md'),
    ]);
    await waitFor(() => expect(screen.getAllByText('Ready to add')).toHaveLength(3));
    expect(screen.getByText('تقريرtxt.md')).toBeVisible();
    expect(document.body.textContent).not.toContain('\u202E');
  });

  test('leads from a unit that failed to the dialog that repairs it', async () => {
    const user = startUser();
    const { gateway } = await openDashboard({ at: paths.addKnowledge() });
    await choose([new File([BLANK], 'ملصقات.html', { type: 'text/html' })]);
    await user.click(await screen.findByRole('button', { name: 'Add 1 unit' }));
    const row = rowOf(await screen.findByRole('link', { name: 'ملصقات' }));
    await gateway.indexAll();
    await within(row).findByText('Failed');
    expect(within(row).getByText(/Too little text was found/u)).toBeVisible();
    const repair = within(row).getByRole('link', { name: /^(?:Replace source|Change address): .*ملصقات/u });
    expect(repair).toHaveAttribute('href', paths.unit(1, { repair: 1 }));
  });

  test('يتحقق من عناوين الصفحات أثناء كتابتها ويترك الخطأ في مكانه', async () => {
    const user = startUser();
    const dashboard = await openDashboard({ at: paths.addKnowledge(), language: 'ar' });
    const box = await screen.findByLabelText('روابط الويب');
    await user.click(box);
    await user.paste(
      'https://example.com/دليل\nليس عنوانًا\nexample.com/مساعدة\nftp://example.com\nhttps://example.com/دليل',
    );
    expect(screen.getByText('السطر 2: رابط غير صالح')).toBeVisible();
    expect(screen.getByText(/لا تُقبل إلا روابط/u)).toBeVisible();
    expect(screen.queryByText(/السطر 5/u)).toBeNull();
    await user.click(screen.getByRole('button', { name: 'إضافة رابطين' }));
    expect(box).toHaveValue('ليس عنوانًا\nftp://example.com');
    await user.clear(box);
    await user.paste('1. الرابط: \u200f<https://example.com/دليل>،');
    expect(screen.getByText('موجود في القائمة من قبل')).toBeVisible();
    await user.clear(box);
    await user.paste('example.com/أوقات العمل');
    expect(screen.getByText(/يحتوي على مسافة/u)).toBeVisible();
    await user.clear(box);
    expect(screen.getByDisplayValue('مساعدة')).toBeVisible();
    await user.click(await screen.findByRole('button', { name: 'إضافة وحدتين' }));
    expect(await screen.findByRole('link', { name: 'مساعدة' })).toBeVisible();
    const bodies = await Promise.all(calls(dashboard, '/api/AIKnowledge/1').map((call) => call.json()));
    expect(bodies.map((body) => body.SourceContent)).toContainEqual(['https://example.com/مساعدة']);
  });

  test('says that a title is taken before it registers, and finds another', async () => {
    const user = startUser();
    await openDashboard({
      at: paths.addKnowledge(),
      prepare: (gateway) => gateway.addUnit('دليل العملاء', GUIDE),
    });
    await choose([markdown('دليل العملاء.md', `${GUIDE}\n\nمحدّث.`)]);
    const title = await screen.findByDisplayValue('دليل العملاء');
    await screen.findByText('Title is taken');
    expect(screen.getByRole('button', { name: 'Add units' })).toBeDisabled();
    expect(within(rowOf(title)).getByRole('link', { name: 'Open that unit' })).toHaveAttribute(
      'href',
      '/units/1',
    );
    await user.click(screen.getByRole('button', { name: 'Keep both: دليل العملاء.md' }));
    expect(title).toHaveValue('دليل العملاء 2');
    await waitFor(() => expect(title).toHaveFocus());
    await user.click(await screen.findByRole('button', { name: 'Add 1 unit' }));
    expect(await screen.findByRole('link', { name: 'دليل العملاء 2' })).toBeVisible();
  });

  test('counts what the gateway did not take as something to fix, never as ready', async () => {
    const user = startUser();
    await openDashboard({ at: paths.addKnowledge() });
    await user.click(await screen.findByLabelText('Web addresses'));
    await user.paste('http://127.0.0.1/secret');
    await user.click(screen.getByRole('button', { name: 'Add 1 address' }));
    await user.click(await screen.findByRole('button', { name: 'Add 1 unit' }));
    expect(await screen.findByText('Not added')).toBeVisible();
    expect(screen.getByText('1 item needs attention.')).toBeVisible();
    expect(screen.queryByText(/ready to add/u)).toBeNull();
    // The same address is refused again.
    expect(screen.queryByRole('button', { name: /units? again$/u })).toBeNull();
    expect(screen.getByRole('button', { name: 'Add units' })).toBeDisabled();
  });

  test('offers to add again what failed for a reason that may pass', async () => {
    const user = startUser();
    const dashboard = await openDashboard({ at: paths.addKnowledge() });
    await addAddresses(user, ['https://example.com/help']);
    dashboard.failNext({ kind: 'fault', code: 'storage-full' }, '/api/AIKnowledge/1');
    await user.click(await screen.findByRole('button', { name: 'Add 1 unit' }));
    await user.click(await screen.findByRole('button', { name: 'Add 1 unit again' }));
    expect(await screen.findByRole('link', { name: 'Help' })).toBeVisible();
  });

  test('يقود من نفاد الحصة عند الرفع أو الإضافة إلى صفحة الاستهلاك، ولو كان النص للبوابة', async () => {
    const user = startUser();
    const refused = () =>
      Response.json({ StatusCode: 402, Response: 'نفدت', Consumption: '9/9' }, { status: 402 });
    let refuses = 'Upload';
    await openDashboard({
      at: paths.addKnowledge(),
      language: 'ar',
      intercept: (request, pass) =>
        request.method === 'POST' && request.url.includes(refuses) ? refused() : pass(),
    });
    const leadsToUsage = async (title: string) => {
      const row = within(rowOf(await screen.findByDisplayValue(title)));
      expect(await row.findByRole('link', { name: 'عرض الاستهلاك' })).toHaveAttribute('href', paths.usage());
      expect(row.getByText('الحصة غير كافية')).toBeVisible();
      expect(row.getByText(/^المستهلك: /u)).toBeVisible();
    };
    await choose([markdown('مرفوع.md')], 'اختيار ملفات');
    await leadsToUsage('مرفوع');
    refuses = '/api/AIKnowledge/1';
    await choose([markdown('دليل.md')], 'اختيار ملفات');
    await user.click(await screen.findByRole('button', { name: 'إضافة وحدة واحدة' }));
    await leadsToUsage('دليل');
  });

  test('does not accept an empty title or the same one twice', async () => {
    const user = startUser();
    await openDashboard({ at: paths.addKnowledge() });
    await choose([markdown('أول.md'), markdown('ثان.md')]);
    const [first, second] = [await screen.findByDisplayValue('أول'), await screen.findByDisplayValue('ثان')];
    await screen.findByRole('button', { name: 'Add 2 units' });
    await user.clear(second);
    expect(await within(rowOf(second)).findByText('Invalid title')).toBeVisible();
    expect(within(rowOf(second)).getByText('Title: must not be empty')).toBeVisible();
    await user.write(second, 'أول');
    expect(within(rowOf(first)).getByText('Duplicate title')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Add units' })).toBeDisabled();
  });

  test('keeps a failed upload with its reason, and sends it again with the same key', async () => {
    const user = startUser();
    const dashboard = await openDashboard({ at: paths.addKnowledge() });
    dashboard.failNext({ kind: 'fault', code: 'storage-full' }, '/api/UploadBlob');
    await choose([markdown('دليل.md')]);
    const row = rowOf(await screen.findByDisplayValue('دليل'));
    await within(row).findByText('Upload failed');
    await user.click(within(row).getByRole('button', { name: 'Try again' }));
    await within(row).findByText('Ready to add');
    expect(calls(dashboard, '/api/UploadBlob')).toHaveLength(1);
  });

  test('says before anything is sent that the disk of the server is full', async () => {
    const disk = { storage: 'files', freeBytes: 1 } as const;
    const diskSpace = { reserveBytes: 2, read: () => Promise.resolve([disk]), recordWrite: () => {} };
    await openDashboard({ at: paths.addKnowledge(), ports: () => ({ diskSpace }) });
    expect(await screen.findByRole('alert')).toHaveTextContent('The disk of the server is full');
  });

  test('stops an upload when asked, and keeps the row', async () => {
    const user = startUser();
    const dashboard = await openDashboard({ at: paths.addKnowledge() });
    dashboard.failNext({ kind: 'slow', ms: 60_000 }, '/api/UploadBlob');
    await choose([markdown('دليل.md')]);
    await user.click(await screen.findByRole('button', { name: /^Stop uploading/u }));
    const row = rowOf(screen.getByDisplayValue('دليل'));
    await within(row).findByText('Upload stopped');
    expect(screen.getByRole('button', { name: 'Add units' })).toBeDisabled();
    await user.click(within(row).getByRole('button', { name: 'Upload again' }));
    expect(await within(row).findByText('Ready to add')).toBeVisible();
  });

  test('finds what was typed, stored and refused again after a reload, and asks for the file that was not sent', async () => {
    const user = startUser();
    const first = await openDashboard({ at: paths.addKnowledge() });
    await user.click(await screen.findByLabelText('Web addresses'));
    await user.paste('https://10.0.0.7/أسعار');
    await user.click(screen.getByRole('button', { name: 'Add 1 address' }));
    await user.click(await screen.findByRole('button', { name: 'Add 1 unit' }));
    expect(await screen.findByText('Not added')).toBeVisible();
    await choose([markdown('دليل.md'), oldWorkbook('prices.xls'), new File([], 'empty.txt')]);
    const title = await screen.findByDisplayValue('دليل');
    await screen.findByText('Ready to add');
    await screen.findByText(/Save the file as XLSX/u);
    first.failNext({ kind: 'slow', ms: 60_000 }, '/api/UploadBlob');
    await choose([markdown('عطلات.md')]);
    await user.click(await screen.findByRole('button', { name: /^Stop uploading/u }));
    await user.clear(title);
    await user.write(title, 'دليل الفروع');
    await user.click(screen.getByRole('button', { name: 'Add description: دليل.md' }));
    await user.write(screen.getByLabelText(/^Description for/u), 'كل الفروع');
    first.unmount();

    await openDashboard({ at: paths.addKnowledge(), over: first.gateway });
    const draftRow = rowOf(await screen.findByDisplayValue('دليل الفروع'));
    expect(screen.getByText('Not added')).toBeVisible();
    expect(screen.getByText(/^Access to .* is not allowed/u)).toBeVisible();
    expect(within(draftRow).getByText('Ready to add')).toBeVisible();
    expect(within(draftRow).getByText('كل الفروع')).toBeVisible();
    const textOf = (value: string) => rowOf(screen.getByDisplayValue(value)).textContent;
    expect(textOf('Prices')).toMatch(/Not accepted.*Save the file as XLSX/u);
    expect(textOf('Empty')).toMatch(/Not accepted.*The file is empty/u);
    expect(textOf('عطلات')).toMatch(/Choose the file again.*You left the page/u);
    await user.click(screen.getByRole('button', { name: 'Add 1 unit' }));
    expect(await screen.findByRole('link', { name: 'دليل الفروع' })).toBeVisible();
  });

  test('makes one unit of all files', async () => {
    const user = startUser();
    const dashboard = await openDashboard({ at: paths.addKnowledge() });
    await choose([markdown('أول.md'), markdown('ثان.md')]);
    await screen.findAllByText('Ready to add');
    await user.click(screen.getByRole('button', { name: 'Combine into one unit' }));
    const title = await screen.findByLabelText('Title for Combined files');
    await user.clear(title);
    await user.write(title, 'الدليلان');
    await user.click(await screen.findByRole('button', { name: 'Add 1 unit' }));
    expect(await screen.findByRole('link', { name: 'الدليلان' })).toBeVisible();
    const [registration] = calls(dashboard, '/api/AIKnowledge/1');
    const body = (await registration?.json()) as { SourceContent: unknown[] } | undefined;
    expect(body?.SourceContent).toHaveLength(2);
  });

  test('keeps a unit whose id the gateway does not say, follows it once the id is entered, and names its status', async () => {
    const user = startUser();
    await openDashboard({
      at: paths.addKnowledge(),
      prepare: (gateway) => gateway.addUnit('دليل آخر', GUIDE),
      intercept: foreign({ registersSilently: true }),
    });
    await choose([markdown('دليل.md')]);
    await user.click(await screen.findByRole('button', { name: 'Add 1 unit' }));
    expect(await screen.findByText('ID unknown')).toBeVisible();
    expect(screen.getByText('1 unit added.')).toBeVisible();
    expect(screen.getByRole('link', { name: /^Ask about this: .دليل/u })).toHaveAttribute(
      'href',
      paths.playground({ index: ['دليل'] }),
    );

    await user.click(screen.getByRole('button', { name: /^Enter ID: .دليل/u }));
    const dialog = await screen.findByRole('dialog', { name: 'Enter the unit ID' });
    const field = within(dialog).getByLabelText('Unit ID');
    await user.write(field, '٩٩{Enter}');
    expect(await within(dialog).findByText(/^This bot has no unit 99/u)).toBeVisible();
    await user.clear(field);
    await user.write(field, '1{Enter}');
    expect(await within(dialog).findByText('Unit 1 has a different title')).toBeVisible();
    expect(within(dialog).getByText('دليل آخر')).toBeVisible();
    await user.clear(field);
    await user.write(field, '2{Enter}');
    const link = await screen.findByRole('link', { name: 'دليل' });
    expect(link).toHaveAttribute('href', paths.unit(2));

    const nameIt = await screen.findByRole('button', { name: 'Name it: status 0' });
    // A number of unknown meaning may well mean that it can be asked about.
    expect(screen.getByText('1 unit added.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Ask about this' })).toBeVisible();
    await user.click(nameIt);
    await user.click(await screen.findByRole('menuitem', { name: 'Waiting' }));
    expect(await within(rowOf(link)).findByText('Waiting')).toBeVisible();
    expect(screen.getByText('0 of 1 ready.')).toBeVisible();
  });

  test('takes what is pasted outside of a field', async () => {
    await openDashboard({ at: paths.addKnowledge() });
    await screen.findByLabelText('Web addresses');
    const clipboardData = new DataTransfer();
    clipboardData.setData('text', 'example.com/help');
    fireEvent.paste(document.body, { clipboardData });
    expect(await screen.findByDisplayValue('Help')).toBeVisible();
  });

  test.each([paths.knowledge(), paths.overview(), paths.addKnowledge()])(
    'takes files that are dropped anywhere on %s',
    async (path) => {
      const { router } = await openDashboard({ at: path });
      await screen.findByRole('heading', { level: 1 });
      const file = markdown('دليل.md');
      const dragged = { types: ['Files'], items: [{ kind: 'file', getAsFile: () => file }], files: [file] };
      fireEvent.dragEnter(window, { dataTransfer: dragged });
      const words = await screen.findByText('Drop files to add knowledge');
      fireEvent.drop(words, { dataTransfer: dragged });
      const title = await screen.findByDisplayValue('دليل');
      expect(await within(rowOf(title)).findByText('Ready to add')).toBeVisible();
      expect(router.state.location.pathname).toBe(paths.addKnowledge());
      expect(screen.queryByText('Drop files to add knowledge')).toBeNull();
    },
  );

  test('lets no file that is dropped beside take the place of the dashboard', async () => {
    await openDashboard({ at: paths.settings() });
    await screen.findByRole('heading', { level: 1 });
    // False: the browser is kept from what it does with a file.
    expect(fireEvent.drop(document.body, { dataTransfer: { types: ['Files'], files: [] } })).toBe(false);
    expect(fireEvent.drop(document.body, { dataTransfer: { types: ['text/plain'] } })).toBe(true);
  });

  test('looks up the titles of a batch at once, beyond a page of the list', async () => {
    const dashboard = await openDashboard({
      at: paths.addKnowledge(),
      prepare: (gateway) => gateway.addUnit('سياسة 70', GUIDE),
    });
    await choose(
      Array.from({ length: 70 }, (_, index) => markdown(`سياسة ${index + 1}.md`, `سياسة ${index}`)),
    );
    expect(await screen.findByText('1 item needs attention.')).toBeVisible();
    expect(calls(dashboard, '/api/AIKnowledge/1/known').length).toBeLessThan(10);
    expect(screen.getAllByLabelText(/^Title for/u)).toHaveLength(25);
    await startUser().click(screen.getByRole('button', { name: 'Show' }));
    expect(within(rowOf(screen.getByDisplayValue('سياسة 70'))).getByText('Title is taken')).toBeVisible();
  });

  test('searches for titles one by one where the gateway cannot look up many', async () => {
    const titles = ['أول', 'ثان'];
    await openDashboard({
      at: paths.addKnowledge(),
      prepare: (gateway) => gateway.addUnit('ثان', GUIDE),
      intercept: (request, pass) => {
        const { pathname } = new URL(request.url);
        return pathname === '/api/Capabilities' || pathname.endsWith('/titles') ? missing() : pass();
      },
    });
    await choose(titles.map((title) => markdown(`${title}.md`)));
    expect(
      await within(rowOf(await screen.findByDisplayValue('ثان'))).findByText('Title is taken'),
    ).toBeVisible();
  });

  test('puts the newest batch first and folds the batches before it', async () => {
    const user = startUser();
    const { gateway } = await openDashboard({ at: paths.addKnowledge() });
    await choose(['أ', 'ب'].map((name) => markdown(`${name}.md`)));
    await user.click(await screen.findByRole('button', { name: 'Add 2 units' }));
    expect(await screen.findByRole('link', { name: 'ب' })).toBeVisible();
    await choose([new File([BLANK], 'ج.html', { type: 'text/html' })]);
    await user.click(await screen.findByRole('button', { name: 'Add 1 unit' }));
    expect(await screen.findByRole('link', { name: 'ج' })).toBeVisible();
    expect(screen.queryByRole('link', { name: 'ب' })).toBeNull();
    await user.click(screen.getByRole('button', { name: '2 added earlier' }));
    const added = within(screen.getByRole('region', { name: 'Added' }));
    const [newest, ...earlier] = added.getAllByRole('link').map(({ textContent }) => textContent);
    // The two were added at the same time: either may have come first.
    expect([newest, earlier.toSorted()]).toEqual(['ج', ['أ', 'ب']]);
    await gateway.indexAll();
    await choose([markdown('د.md')]);
    await user.click(await screen.findByRole('button', { name: 'Add 1 unit' }));
    // A failed unit is counted where it is out of sight.
    expect(await screen.findByRole('button', { name: '3 added earlier · 1 failed.' })).toBeVisible();
  });

  test('folds what the gateway did not take where it would hide what was added', async () => {
    const user = startUser();
    await openDashboard({ at: paths.addKnowledge() });
    await addAddresses(user, [
      'https://example.com/help',
      ...[1, 2, 3, 4].map((host) => `http://10.0.0.${host}/page`),
    ]);
    await user.click(await screen.findByRole('button', { name: 'Add 5 units' }));
    const fold = await screen.findByRole('button', { name: '4 not added: show' });
    expect(screen.getByRole('link', { name: 'Help' })).toBeVisible();
    expect(screen.queryByText('Not added')).toBeNull();
    await user.click(fold);
    expect(screen.getAllByText('Not added')).toHaveLength(4);
  });

  test('begins each batch with a unit per item, and calls no address uploaded', async () => {
    const user = startUser();
    await openDashboard({ at: paths.addKnowledge() });
    await addAddresses(user, ['https://example.com/help', 'https://example.com/shipping']);
    await user.click(screen.getByRole('button', { name: 'Combine into one unit' }));
    expect(await screen.findAllByText('Fetched once added')).toHaveLength(2);
    expect(screen.queryByText('Uploaded')).toBeNull();
    await user.click(await screen.findByRole('button', { name: 'Add 1 unit' }));
    await screen.findByRole('link', { name: 'Help' });
    await addAddresses(user, ['https://example.com/returns']);
    expect(screen.getByRole('button', { name: 'Separate units' })).toHaveAttribute('aria-pressed', 'true');
  });

  test('keeps the focus on the page after both buttons, and reaches the second before the added units', async () => {
    const user = startUser();
    await openDashboard({ at: paths.addKnowledge() });
    await addAddresses(user, ['https://example.com/help']);
    expect(screen.getByLabelText('Web addresses')).toHaveFocus();
    await user.click(await screen.findByRole('button', { name: 'Add 1 unit' }));
    const link = await screen.findByRole('link', { name: 'Help' });
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Added' })).toHaveFocus());
    await addAddresses(user, ['https://example.com/shipping']);
    const button = await screen.findByRole('button', { name: 'Add 1 unit' });
    expect(button.compareDocumentPosition(link)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });

  test('is done with the keyboard alone', async () => {
    const user = startUser();
    await openDashboard({ at: paths.addKnowledge() });
    const box = await screen.findByLabelText('Web addresses');
    box.focus();
    await user.keyboard('https://example.com/shipping{Enter}');
    expect(await screen.findByDisplayValue('Shipping')).toBeVisible();
    expect(box).toHaveFocus();
    const button = await screen.findByRole('button', { name: 'Add 1 unit' });
    for (let steps = 0; document.activeElement !== button && steps < 30; steps += 1) await user.tab();
    expect(button).toHaveFocus();
    await user.keyboard('{Enter}');
    expect(await screen.findByRole('link', { name: 'Shipping' })).toBeVisible();
  });
});

import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type UnitDetails, unitDetailsSchema } from '#contract/unit-states.ts';
import { createDryReader } from '#gateway/modules/units/services/indexing/dry-reader.ts';
import { printQuestions } from '#src/features/write/question-format.ts';
import { paths } from '#src/paths.ts';
import { foreign } from '#tests/support/foreign.ts';
import type { TestGateway } from '#tests/support/gateway.ts';
import { openDashboard } from '#tests/support/open-dashboard.tsx';
import { responseOf } from '#tests/support/replies.ts';
import { startUser } from '#tests/support/user.ts';

const HOURS = { question: 'متى تفتح الفروع في رمضان؟', answer: 'من العاشرة صباحًا حتى الثالثة عصرًا.' };
const FEES = { question: 'كم رسوم تجديد البطاقة؟', answer: 'رسوم تجديد البطاقة خمسون ريالًا سنويًا.' };
const TITLE = 'دوام رمضان';

const detailsOf = async (gateway: TestGateway, headers = {}): Promise<UnitDetails> =>
  unitDetailsSchema.parse(await responseOf(await gateway.call('/api/AIKnowledge/1/1/details', { headers })));
const textsOf = async (gateway: TestGateway) => {
  const response = await gateway.call('/api/AIKnowledge/1/1/passages?limit=50');
  const { items } = await responseOf<{ items: { sectionTitle: string; text: string }[] }>(response);
  return items.map(({ sectionTitle, text }) => [sectionTitle, text]);
};
const addText = (gateway: TestGateway, pairs = [HOURS, FEES]) => writeText(gateway, printQuestions(pairs));
async function store(gateway: TestGateway, text: string, name = TITLE) {
  const { response, size } = await gateway.upload(`${name}.md`, text, { Origin: 'written' });
  const { FileName, FileURL, FilePath } = (await response.json()) as Record<string, string>;
  return { FileName, FileUrl: FileURL, FilePath, FileSize: size };
}
async function writeText(gateway: TestGateway, text: string, name = TITLE) {
  const json = { title: TITLE, KnowledgeSource: 0, SourceContent: [await store(gateway, text, name)] };
  await responseOf(await gateway.call('/api/AIKnowledge/1', { method: 'POST', json }));
  await gateway.indexAll();
}
/** As somebody else does it. */
async function replaceText(gateway: TestGateway, text: string) {
  const [source] = (await detailsOf(gateway)).sources;
  const json = { KnowledgeSource: 0, SourceContent: await store(gateway, text) };
  const path = `/api/AIKnowledge/1/1/sources/${source?.id}`;
  await responseOf(await gateway.call(path, { method: 'PUT', json }));
  await gateway.indexAll();
}
const openText = (options: Partial<Parameters<typeof openDashboard>[0]> = {}) =>
  openDashboard({ at: paths.unitText(1, 1), prepare: (gateway) => addText(gateway), ...options });
/** Once the page has asked for it. */
const readDry = (gateway: TestGateway) =>
  waitFor(async () => {
    await createDryReader(gateway.ports).runDue();
    expect(await gateway.db.read.selectFrom('reading').select('id').execute()).not.toHaveLength(0);
  });
const row = (number: number) => within(screen.getByRole('group', { name: `Question ${number}` }));
const fields = (name: string) =>
  screen.getAllByRole<HTMLTextAreaElement>('textbox', { name }).map(({ value }) => value);

test('questions with answers are written, previewed as they are read, and become a unit', async () => {
  const user = startUser();
  const { gateway, router } = await openDashboard({ strict: true, at: paths.addKnowledge() });
  await user.click(await screen.findByRole('link', { name: 'Write' }));
  await user.write(await screen.findByRole('textbox', { name: 'Title' }), TITLE);
  await user.click(screen.getByRole('button', { name: 'Questions and answers' }));
  await user.write(row(1).getByRole('textbox', { name: 'Question' }), FEES.question);
  await user.write(row(1).getByRole('textbox', { name: 'Answer' }), FEES.answer);
  await user.click(screen.getByRole('button', { name: 'Add question' }));
  await waitFor(() => expect(row(2).getByRole('textbox', { name: 'Question' })).toHaveFocus());
  await user.write(row(2).getByRole('textbox', { name: 'Question' }), HOURS.question);
  await user.write(row(2).getByRole('textbox', { name: 'Answer' }), HOURS.answer);
  await user.click(screen.getByRole('button', { name: 'Move question 2 up' }));
  expect(fields('Question')).toEqual([HOURS.question, FEES.question]);
  expect(screen.getByText('Moved to position 1.')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Move question 1 down' })).toHaveFocus();

  await user.click(screen.getByRole('button', { name: 'Preview' }));
  expect(await screen.findByRole('status', { name: 'Reading the text' })).toBeVisible();
  await readDry(gateway);
  const preview = await screen.findByRole('region', { name: 'Preview' });
  expect(within(preview).getAllByRole('listitem')[0]).toHaveTextContent(`${HOURS.question}${HOURS.answer}`);

  await user.click(screen.getByRole('button', { name: 'Add unit' }));
  await waitFor(() => expect(router.state.location.pathname).toBe(paths.unit(1)));
  await gateway.indexAll();
  expect(await textsOf(gateway)).toEqual([HOURS, FEES].map(({ question, answer }) => [question, answer]));
  expect((await detailsOf(gateway)).sources).toMatchObject([{ isWritten: true }]);
  // The preview was the reading: the unit took it.
  const rows = await gateway.db.read.selectFrom('reading').select('unit_id').execute();
  expect(rows).toEqual([{ unit_id: 1 }]);
  expect(await screen.findByText(/Written here/u)).toBeVisible();
});

test('يُعدَّل النص كما هو، ويُحفظ كمسودة، ويُعدَّل في المسودة', async () => {
  const user = startUser();
  const { gateway, router } = await openDashboard({
    language: 'ar',
    at: paths.unit(1),
    prepare: (open) => addText(open),
  });
  await user.click((await screen.findAllByRole('link', { name: 'تعديل النص' }))[0]!);
  const [, fee] = await screen.findAllByRole('textbox', { name: 'الإجابة' });
  expect(fee).toHaveValue(FEES.answer);
  await user.clear(fee!);
  await user.write(fee!, 'رسوم تجديد البطاقة ستون ريالًا سنويًا.');
  await user.click(screen.getByRole('button', { name: 'حفظ كمسودة' }));
  await waitFor(() => expect(router.state.location.pathname).toBe(paths.unit(1)));
  await gateway.indexAll();
  expect((await textsOf(gateway))[1]).toEqual([FEES.question, FEES.answer]);
  expect(await screen.findByText('مسودة في الانتظار')).toBeVisible();

  // The live source has the id that the address names, and the draft another one.
  await user.click((await screen.findAllByRole('link', { name: 'تعديل النص' }))[0]!);
  await waitFor(() => expect(fields('الإجابة')[1]).toBe('رسوم تجديد البطاقة ستون ريالًا سنويًا.'));
  await user.click(screen.getByRole('button', { name: 'إزالة السؤال 1' }));
  await user.click(screen.getByRole('button', { name: 'حفظ كمسودة' }));
  await waitFor(() => expect(router.state.location.pathname).toBe(paths.unit(1)));
  await gateway.indexAll();
  const { sources, state } = await detailsOf(gateway, { 'x-knowledge': 'draft' });
  expect(sources).toMatchObject([{ passages: 1 }]);
  expect(state.draft).not.toBeNull();
});

test('what somebody else saved meanwhile is shown, and neither text is lost', async () => {
  const user = startUser();
  const { gateway, router } = await openText();
  const [answer] = await screen.findAllByRole('textbox', { name: 'Answer' });
  await user.write(answer!, ' والفروع مغلقة الجمعة.');
  await replaceText(gateway, printQuestions([HOURS, { ...FEES, answer: 'مجانًا لكل العملاء هذا العام.' }]));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  const notice = await screen.findByRole('alert');
  expect(notice).toHaveTextContent('This text was changed by someone else');
  expect(notice).toHaveTextContent('مجانًا');
  expect(notice).toHaveTextContent('الجمعة');
  await user.click(within(notice).getByRole('button', { name: 'Keep their version' }));
  expect(fields('Answer')[1]).toBe('مجانًا لكل العملاء هذا العام.');

  await user.write(screen.getAllByRole('textbox', { name: 'Answer' })[0]!, ' والجمعة عطلة.');
  await replaceText(gateway, printQuestions([HOURS]));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await user.click(await screen.findByRole('button', { name: 'Replace their version' }));
  await waitFor(() => expect(router.state.location.pathname).toBe(paths.unit(1)));
  await gateway.indexAll();
  expect(await textsOf(gateway)).toEqual([
    [HOURS.question, `${HOURS.answer} والجمعة عطلة.`],
    [FEES.question, 'مجانًا لكل العملاء هذا العام.'],
  ]);
});

test('a change of the title meanwhile stands in no way, a removed text becomes another source', async () => {
  const user = startUser();
  const { gateway, router } = await openText();
  await user.write((await screen.findAllByRole('textbox', { name: 'Answer' }))[0]!, ' والجمعة عطلة.');
  await gateway.call('/api/AIKnowledge/1/1', { method: 'PUT', json: { title: 'دوام الفروع' } });
  const json = { KnowledgeSource: 1, SourceContent: 'https://example.org/دوام' };
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(router.state.location.pathname).toBe(paths.unit(1)));
  await gateway.indexAll();

  await user.click((await screen.findAllByRole('link', { name: 'Edit text' }))[0]!);
  await user.write((await screen.findAllByRole('textbox', { name: 'Answer' }))[0]!, ' وكذلك السبت.');
  const [source] = (await detailsOf(gateway)).sources;
  await gateway.call(`/api/AIKnowledge/1/1/sources/${source?.id}`, { method: 'PUT', json });
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await user.click(await screen.findByRole('button', { name: 'Add as another source' }));
  await waitFor(() => expect(router.state.location.pathname).toBe(paths.unit(1)));
  expect((await detailsOf(gateway)).sources).toMatchObject([{ isWritten: false }, { isWritten: true }]);
});

test('what is wrong stands at its field, and what was typed outlives the page', async () => {
  const user = startUser();
  const first = await openDashboard({ at: paths.write(), prepare: (gateway) => addText(gateway) });
  await user.click(await screen.findByRole('button', { name: 'Add unit' }));
  expect(screen.getByRole('textbox', { name: 'Title' })).toBeInvalid();
  expect(screen.getByRole('textbox', { name: 'Text' })).toBeInvalid();
  await user.write(screen.getByRole('textbox', { name: 'Title' }), TITLE);
  await user.write(screen.getByRole('textbox', { name: 'Text' }), 'تفتح الفروع في العاشرة صباحًا طوال الشهر.');
  await user.click(screen.getByRole('button', { name: 'Add unit' }));
  expect(await screen.findByText('Another unit has this title.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Open that unit' })).toHaveAttribute('href', paths.unit(1));

  await first.router.navigate(paths.addKnowledge());
  await screen.findByRole('heading', { name: 'Add knowledge' });
  await first.router.navigate(paths.write());
  expect(await screen.findByText('Unsaved text restored')).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'Text' })).toHaveValue(
    'تفتح الفروع في العاشرة صباحًا طوال الشهر.',
  );
  await user.click(screen.getByRole('button', { name: 'Discard' }));
  expect(screen.getByRole('textbox', { name: 'Text' })).toHaveValue('');
  await first.router.navigate(paths.addKnowledge());
  await screen.findByRole('heading', { name: 'Add knowledge' });
  await first.router.navigate(paths.write());
  await screen.findByRole('textbox', { name: 'Text' });
  expect(screen.queryByText('Unsaved text restored')).toBeNull();
});

test('a text of too little says so before it is added', async () => {
  const user = startUser();
  const { gateway } = await openDashboard({ at: paths.write() });
  await user.click(await screen.findByRole('button', { name: 'Preview' }));
  expect(screen.getByText('Nothing to preview yet')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Write' }));
  await user.write(screen.getByRole('textbox', { name: 'Text' }), 'لا.');
  await user.click(screen.getByRole('button', { name: 'Preview' }));
  await readDry(gateway);
  expect(await screen.findByText('Too little text was found')).toBeVisible();
});

test('over a gateway of the interface alone a text is an uploaded Markdown file', async () => {
  const user = startUser();
  const { gateway, router, requests } = await openDashboard({ intercept: foreign(), at: paths.write() });
  await user.write(await screen.findByRole('textbox', { name: 'Title' }), TITLE);
  await user.write(screen.getByRole('textbox', { name: 'Text' }), 'تفتح الفروع في العاشرة صباحًا طوال الشهر.');
  expect(screen.queryByRole('button', { name: 'Preview' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Save as draft' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Add unit' }));
  await waitFor(() => expect(router.state.location.pathname).not.toBe(paths.write()));
  const upload = requests.find(({ url }) => url.endsWith('/api/UploadBlob'));
  expect(await upload?.text()).not.toContain('Origin');
  await gateway.indexAll();
  expect(await textsOf(gateway)).toEqual([['', 'تفتح الفروع في العاشرة صباحًا طوال الشهر.']]);
});

const isReplacing = ({ method, url }: Request) => method === 'PUT' && url.includes('/sources/');

test('a text whose answer was lost was saved, and is no change of somebody else', async () => {
  const user = startUser();
  let lost = 0;
  const { gateway, router } = await openText({
    // Forms of the test's browser spoil the letters of other names.
    prepare: (open) => writeText(open, printQuestions([HOURS, FEES]), 'hours'),
    intercept(request, pass) {
      if (!isReplacing(request) || lost > 0) return undefined;
      lost += 1;
      return pass().then(() => Response.json({ message: 'Bad Gateway' }, { status: 502 }));
    },
  });
  await user.write((await screen.findAllByRole('textbox', { name: 'Answer' }))[0]!, ' والجمعة عطلة.');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByRole('alert');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(router.state.location.pathname).toBe(paths.unit(1)));
  await gateway.indexAll();
  expect((await textsOf(gateway))[0]).toEqual([HOURS.question, `${HOURS.answer} والجمعة عطلة.`]);
});

test('nothing is unsaved once the version of somebody else was kept', async () => {
  const user = startUser();
  const { gateway, router } = await openText();
  await user.write((await screen.findAllByRole('textbox', { name: 'Answer' }))[0]!, ' والجمعة عطلة.');
  await replaceText(gateway, printQuestions([HOURS]));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await user.click(await screen.findByRole('button', { name: 'Keep their version' }));
  await router.navigate(paths.addKnowledge());
  await screen.findByRole('heading', { name: 'Add knowledge' });
  await router.navigate(paths.unitText(1, 2));
  await waitFor(() => expect(fields('Answer')).toEqual([HOURS.answer]));
  expect(screen.queryByText('Unsaved text restored')).toBeNull();
});

test('nothing is unsaved where the page was left while it was being saved', async () => {
  const user = startUser();
  const { promise, resolve } = Promise.withResolvers<void>();
  let saved: Promise<unknown> | undefined;
  const { router } = await openText({
    intercept(request, pass) {
      if (!isReplacing(request)) return undefined;
      const answer = promise.then(() => pass());
      saved = answer;
      return answer;
    },
  });
  await user.write((await screen.findAllByRole('textbox', { name: 'Answer' }))[0]!, ' والجمعة عطلة.');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(saved).toBeDefined());
  await router.navigate(paths.addKnowledge());
  await screen.findByRole('heading', { name: 'Add knowledge' });
  expect(JSON.stringify(sessionStorage)).toContain('fihrist.write');
  resolve();
  await saved;
  await waitFor(() => expect(JSON.stringify(sessionStorage)).not.toContain('fihrist.write'));
});

test('of two texts with one name the other one is never replaced', async () => {
  const user = startUser();
  const { gateway, router } = await openText({
    async prepare(open) {
      await addText(open);
      const json = { KnowledgeSource: 0, SourceContent: await store(open, printQuestions([FEES])) };
      await responseOf(await open.call('/api/AIKnowledge/1/1/sources', { method: 'POST', json }));
      await open.indexAll();
    },
  });
  await user.write((await screen.findAllByRole('textbox', { name: 'Answer' }))[0]!, ' والجمعة عطلة.');
  await replaceText(gateway, printQuestions([HOURS]));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await user.click(await screen.findByRole('button', { name: 'Add as another source' }));
  await waitFor(() => expect(router.state.location.pathname).toBe(paths.unit(1)));
  await gateway.indexAll();
  const answers = (await textsOf(gateway)).map(([, text]) => text);
  expect(answers).toHaveLength(4);
  expect(answers).toEqual(
    expect.arrayContaining([HOURS.answer, FEES.answer, `${HOURS.answer} والجمعة عطلة.`]),
  );
});

test('a preview that failed is tried again by the person alone', async () => {
  const user = startUser();
  let fails = true;
  let calls = 0;
  await openDashboard({
    at: paths.write(),
    intercept({ method, url }) {
      if (method !== 'POST' || !new URL(url).pathname.startsWith('/api/UploadBlob')) return undefined;
      calls += 1;
      return fails ? Response.json({ message: 'Bad Gateway' }, { status: 502 }) : undefined;
    },
  });
  await user.write(await screen.findByRole('textbox', { name: 'Text' }), 'تفتح الفروع في العاشرة صباحًا.');
  await user.click(screen.getByRole('button', { name: 'Preview' }));
  const retry = await screen.findByRole('button', { name: 'Try again' });
  // Longer than the interval in which a preview that is being read is asked for.
  await new Promise((resolve) => setTimeout(resolve, 1_200));
  expect(calls).toBe(1);
  fails = false;
  await user.click(retry);
  const pending = await screen.findByRole('status', { name: 'Reading the text' });
  // Nothing reads here.
  expect(await within(pending).findByText(/^Still waiting to be read/u)).toBeVisible();
});

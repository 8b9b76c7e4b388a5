/** Units whose text changes, is edited, waits as a draft, is published, given up and gone back to. */
import type { EditChange, PassageBlocks, TextEdit } from '#contract/edits.ts';
import type { DraftList, VersionChanges, VersionList } from '#contract/versions.ts';
import type { Random } from '../fleet/random.ts';
import { ask, NoAnswerError } from './call-results.ts';
import type { Call, Change, Kind, State, Thing } from './tracked.ts';

interface UploadedFile {
  FileName: string;
  FileURL: string;
  FilePath: string;
}
interface UnitState {
  status: string;
}
type Version = VersionList['items'][number];

const BASE = '/api/AIKnowledge/1';
/** The header of a change that is to wait. */
const AS_DRAFT = { 'x-knowledge': 'draft' };
type Headers = Record<string, string>;

/** What a version says: the file that it was read of, and its lines as the edits of the version leave them. */
interface VersionText {
  file: string;
  lines: string[];
}
interface UnitText {
  title: string;
  live: VersionText;
  draft: VersionText | null;
}

/** Texts are known by the names of their files; what answers must be the text of the live version, whole. */
export function versionKind(call: Call): Kind {
  return {
    name: 'versions',
    max: 4,
    isReadFirst: true,
    async create({ tag }) {
      const file = await upload(call, tag, 0);
      if (!file) return null;
      const title = `${tag} نسخ`;
      const json = { title, KnowledgeSource: 0, SourceContent: [file.source] };
      const next = stateOf({ title, live: textOf(file.name), draft: null });
      return { action: 'registerUnit', request: { method: 'POST', path: BASE, json }, next };
    },
    changes(thing, random, turn) {
      if (!thing.state) return [];
      const text = thing.state as unknown as UnitText;
      const onUnit = { call, thing, text, random, turn };
      return text.draft
        ? [
            () => endDraft(onUnit, 'publish', { live: text.draft ?? text.live, draft: null }),
            () => endDraft(onUnit, 'discard', { draft: null }),
            () => replaceFile(onUnit, 'changeDraft', AS_DRAFT),
            // The live lines, which edits name, are not to be found in a draft of another file.
            ...(text.draft.file === text.live.file
              ? [() => editPassage(onUnit, 'editDraft', {}), () => takeEditBack(onUnit, {})]
              : []),
          ]
        : [
            () => replaceFile(onUnit, 'changeText', {}),
            () => replaceFile(onUnit, 'saveDraft', AS_DRAFT),
            () => editPassage(onUnit, 'editPassage', {}),
            () => editPassage(onUnit, 'saveEdit', AS_DRAFT),
            () => takeEditBack(onUnit, random.below(3) === 0 ? AS_DRAFT : {}),
            () => rollBack(onUnit),
          ];
    },
    read: (thing) => readUnit(call, thing),
  };
}

/** A unit with what it says, for a change in this turn. */
interface OnUnit {
  call: Call;
  thing: Thing;
  text: UnitText;
  random: Random;
  turn: number;
}

/** The state once a change has gone into the draft, where there is one or is to be one, or else live. */
function changedTo({ text }: OnUnit, version: VersionText, headers: Headers): State {
  if (!text.draft && headers !== AS_DRAFT) return stateOf({ ...text, live: version });
  // A draft with the live text ends.
  const isSame = JSON.stringify(version) === JSON.stringify(text.live);
  return stateOf({ ...text, draft: isSame ? null : version });
}

async function replaceFile(on: OnUnit, action: string, headers: Headers): Promise<Change | null> {
  const file = await upload(on.call, on.thing.tag, on.turn);
  if (!file) return null;
  const json = { KnowledgeSource: 0, SourceContent: [file.source] };
  const request = { method: 'PUT', path: `${BASE}/${on.thing.id}`, json, headers };
  return { action, request, next: changedTo(on, textOf(file.name), headers) };
}

async function endDraft(
  { call, thing, text }: OnUnit,
  how: 'publish' | 'discard',
  changed: Partial<UnitText>,
): Promise<Change | null> {
  const { draft } = await versionsOf(call, thing);
  if (!draft) return null;
  const json = { drafts: [{ unitId: Number(thing.id), version: draft.number }] };
  const request = { method: 'POST', path: `/api/Drafts/1/${how}`, json } as const;
  return { action: `${how}Drafts`, request, next: stateOf({ ...text, ...changed }) };
}

/** Corrects the first line, and by the same call switches the second one off now and then. */
async function editPassage(on: OnUnit, action: string, headers: Headers): Promise<Change | null> {
  const { call, thing, text, random, turn } = on;
  const path = `${BASE}/${thing.id}/passages/0/blocks`;
  const { items, sourceId, readingId } = await ask<PassageBlocks>(call, { path });
  const [first, second] = items.map(({ block, row }) => ({ block, row }));
  if (!first) throw new Error(`${path}: no blocks`);
  const corrected = `سطر صُحح في ${thing.tag}-${turn} عن صناعة الزجاج.`;
  const [, ...rest] = (text.draft ?? text.live).lines;
  const hidden = rest.length > 0 && random.below(3) === 0 ? second : undefined;
  const changes: EditChange[] = [{ kind: 'replace', first, last: first, after: [corrected] }];
  if (hidden) changes.push({ kind: 'hide', first: hidden, last: hidden });
  const request = {
    method: 'POST',
    path: `${BASE}/${thing.id}/edits`,
    json: { sourceId, readingId, changes },
    headers,
  };
  const { file } = text.draft ?? text.live;
  return {
    action,
    request,
    next: changedTo(on, { file, lines: [corrected, ...(hidden ? [] : rest)] }, headers),
  };
}

/** The newest edit that the draft or else the live version shows, of either line. */
async function takeEditBack(on: OnUnit, headers: Headers): Promise<Change | null> {
  const { call, thing, text, random } = on;
  const { file, lines } = text.draft ?? text.live;
  const [first = '', second] = textOf(file).lines;
  const corrected = lines[0] ?? '';
  const edits = await editsOf(call, thing);
  const correction = edits.find(({ kind, after }) => kind === 'replace' && after === corrected);
  const switchOff =
    lines.length > 1
      ? undefined
      : edits.find(
          ({ kind, before, state }) => kind === 'hide' && before === second && state !== 'withdrawn',
        );
  const edit = random.pick([correction, switchOff].filter((candidate) => candidate !== undefined));
  if (!edit) return null;
  const next = edit === correction ? [first, ...lines.slice(1)] : [corrected, second ?? ''];
  const request = { method: 'DELETE', path: `${BASE}/${thing.id}/edits/${edit.id}`, headers };
  return { action: 'takeEditBack', request, next: changedTo(on, { file, lines: next }, headers) };
}

async function rollBack({ call, thing, text, random }: OnUnit): Promise<Change | null> {
  const former = (await versionsOf(call, thing)).former;
  if (former.length === 0) return null;
  const { number } = random.pick(former);
  const path = `${BASE}/${thing.id}/versions/${number}/restore`;
  const live = JSON.parse(thing.facts[`version ${number}`] ?? 'null') as VersionText;
  return { action: 'rollBack', request: { method: 'POST', path }, next: stateOf({ ...text, live }) };
}

/** Uploads the text of a turn, as a file that is named for its text. */
async function upload(
  call: Call,
  tag: string,
  turn: number,
): Promise<{ source: object; name: string } | null> {
  const name = `${tag}-${turn}.txt`;
  const bytes = Buffer.from(textOf(name).lines.join('\n\n'));
  const form = new FormData();
  form.set('Attachment', new Blob([bytes]), name);
  const outcome = await call({ method: 'POST', path: '/api/UploadBlob', form });
  if (outcome.kind !== 'done') return null;
  const { FileName, FileURL: FileUrl, FilePath } = outcome.body as UploadedFile;
  return { source: { FileName, FileUrl, FilePath, FileSize: bytes.length }, name };
}

async function versionsOf(call: Call, { id }: Thing) {
  const { items } = await ask<VersionList>(call, { path: `${BASE}/${id}/versions?limit=100` });
  const of = (state: Version['state']) => items.filter((version) => version.state === state);
  const [[live], [draft]] = [of('live'), of('draft')];
  return { live, draft, former: of('former').filter(({ isKept }) => isKept) };
}

async function editsOf(call: Call, { id }: Thing): Promise<TextEdit[]> {
  return (await ask<{ items: TextEdit[] }>(call, { path: `${BASE}/${id}/edits?limit=100` })).items;
}

/** The text of a version that does not answer. */
async function readVersion(call: Call, thing: Thing, version: Version): Promise<VersionText> {
  const path = `${BASE}/${thing.id}/versions/${version.number}/changes?from=0`;
  const { items } = await ask<VersionChanges>(call, { path });
  return { file: nameOf(version), lines: linesOf(items.map(({ after }) => after?.text ?? '')) };
}

/** Once nothing is under way. Sets the id, and remembers what each version said when it answered. */
async function readUnit(call: Call, thing: Thing): Promise<State> {
  const query = new URLSearchParams({ search: thing.tag, limit: '100' });
  const { items } = await ask<{ items: { id: number; title: string }[] }>(call, {
    path: `/api/AIKnowledge/all/1?${query}`,
  });
  const own = items.filter(({ title }) => title.startsWith(`${thing.tag} `));
  const [unit] = own;
  if (!unit) return null;
  if (own.length > 1) return { twice: thing.tag };
  thing.id = unit.id;
  const path = `${BASE}/states?ids=${unit.id}`;
  const [state] = (await ask<{ items: UnitState[] }>(call, { path })).items;
  if (state?.status !== 'ready') throw new NoAnswerError(path, { kind: 'unknown' });
  const { live, draft, former } = await versionsOf(call, thing);
  const { items: drafts } = await ask<DraftList>(call, { path: '/api/Drafts/1?limit=100' });
  const listed = drafts.find((entry) => entry.unit.id === unit.id)?.version;
  if (!live || listed?.number !== draft?.number) return { draftOf: thing.tag, live, listed, draft };
  const passages = await ask<{ items: { text: string }[] }>(call, { path: `${BASE}/${unit.id}/passages` });
  const text = { file: nameOf(live), lines: linesOf(passages.items.map((passage) => passage.text)) };
  thing.facts[`version ${live.number}`] ??= JSON.stringify(text);
  return {
    ...stateOf({
      title: unit.title,
      live: text,
      draft: draft ? await readVersion(call, thing, draft) : null,
    }),
    ...(await findLoss(call, thing, former[FIRST_WITHOUT_INDEX])),
  };
}

/** The indexes of two versions are kept; the third one is read from its readings and edits. */
const FIRST_WITHOUT_INDEX = 2;

/** Edits that no version took, and a former version that does not say what it said when it answered. */
async function findLoss(call: Call, thing: Thing, former: Version | undefined): Promise<object> {
  const isLost = ({ state }: TextEdit) => state === 'waiting' || state === 'conflict';
  const lost = (await editsOf(call, thing)).filter(isLost);
  const said = former && thing.facts[`version ${former.number}`];
  const says = former && JSON.stringify(await readVersion(call, thing, former));
  return { ...(lost.length > 0 ? { lost } : {}), ...(said === says ? {} : { said, says }) };
}

/** In the order of names in which states are compared. */
const stateOf = ({ title, live, draft }: UnitText): State => ({ title, live, draft });
const nameOf = (version: Version): string => version.sources[0]?.name ?? '';
const linesOf = (passages: readonly string[]): string[] => passages.join('\n').split('\n');
const textOf = (file: string): VersionText => ({
  file,
  lines: [`نص الملف ${file} عن صناعة الفخار والنسيج.`, `تفتح ورشة ${file} أبوابها صباح كل يوم.`],
});

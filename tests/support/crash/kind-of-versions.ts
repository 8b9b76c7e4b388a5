/** Units whose text changes, waits as a draft, is published, given up and gone back to. */
import { createHash } from 'node:crypto';
import type { DraftList, VersionList } from '#contract/versions.ts';
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
const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 12);

/** Texts are known by the names of their files; what answers must be the text of the live version, whole. */
export function versionKind(call: Call): Kind {
  /** Uploads the text of a turn, as a file that is named for its text. */
  async function upload(tag: string, turn: number): Promise<{ source: object; name: string } | null> {
    const name = `${tag}-${turn}.txt`;
    const bytes = Buffer.from(textOf(name));
    const form = new FormData();
    form.set('Attachment', new Blob([bytes]), name);
    const outcome = await call({ method: 'POST', path: '/api/UploadBlob', form });
    if (outcome.kind !== 'done') return null;
    const { FileName, FileURL: FileUrl, FilePath } = outcome.body as UploadedFile;
    return { source: { FileName, FileUrl, FilePath, FileSize: bytes.length }, name };
  }

  return {
    name: 'versions',
    max: 4,
    async create({ tag }) {
      const file = await upload(tag, 0);
      if (!file) return null;
      const title = `${tag} نسخ`;
      const json = { title, KnowledgeSource: 0, SourceContent: [file.source] };
      return {
        action: 'registerUnit',
        request: { method: 'POST', path: BASE, json },
        next: { title, live: file.name, answers: hashOf(textOf(file.name)), draft: null },
      };
    },
    changes(thing, random, turn) {
      const { state } = thing;
      if (!state) return [];
      const change = async (action: string, headers: Record<string, string>) => {
        // A change that is still being indexed would be overtaken by this one.
        await read(thing);
        const file = await upload(thing.tag, turn);
        const json = file && { KnowledgeSource: 0, SourceContent: [file.source] };
        const path = `${BASE}/${await idOf(thing)}`;
        return json && { action, request: { method: 'PUT', path, json, headers }, name: file.name };
      };
      const onDraft = async (what: 'publish' | 'discard', next: object): Promise<Change | null> => {
        await read(thing);
        const { draft } = await versionsOf(thing);
        if (!draft) return null;
        const json = { drafts: [{ unitId: Number(thing.id), version: draft.number }] };
        const request = { method: 'POST', path: `/api/Drafts/1/${what}`, json } as const;
        return { action: `${what}Drafts`, request, next: { ...state, draft: null, ...next } };
      };
      if (state['draft'] !== null)
        return [
          () => onDraft('publish', liveAs(String(state['draft']))),
          () => onDraft('discard', {}),
          async () => {
            const draftChange = await change('changeDraft', { 'x-knowledge': 'draft' });
            return draftChange && { ...draftChange, next: { ...state, draft: draftChange.name } };
          },
        ];
      return [
        async () => {
          const draftChange = await change('changeText', {});
          return draftChange && { ...draftChange, next: { ...state, ...liveAs(draftChange.name) } };
        },
        async () => {
          const draftChange = await change('saveDraft', { 'x-knowledge': 'draft' });
          return draftChange && { ...draftChange, next: { ...state, draft: draftChange.name } };
        },
        async () => {
          await read(thing);
          const { all } = await versionsOf(thing);
          const former = all.filter((version) => version.state === 'former' && version.isKept);
          if (former.length === 0) return null;
          const target = random.pick(former);
          const path = `${BASE}/${thing.id}/versions/${target.number}/restore`;
          const next = { ...state, ...liveAs(nameOf(target) ?? '') };
          return { action: 'rollBack', request: { method: 'POST', path }, next };
        },
      ];
    },
    read,
  };

  async function idOf(thing: Thing): Promise<string | number> {
    if (thing.id === undefined) await read(thing);
    return thing.id ?? 0;
  }

  async function versionsOf(thing: Thing) {
    const { items: all } = await ask<VersionList>(call, {
      path: `${BASE}/${await idOf(thing)}/versions?limit=100`,
    });
    const of = (state: Version['state']) => all.find((version) => version.state === state);
    return { all, live: of('live'), draft: of('draft') };
  }

  /** Once nothing is under way. */
  async function read(thing: Thing): Promise<State> {
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
    if (state?.status === 'failed') await call({ method: 'POST', path: `${BASE}/${unit.id}/reindex` });
    if (state?.status !== 'ready') throw new NoAnswerError(path, { kind: 'unknown' });
    const { live, draft } = await versionsOf(thing);
    const { items: drafts } = await ask<DraftList>(call, { path: '/api/Drafts/1?limit=100' });
    const listed = drafts.find((entry) => entry.unit.id === unit.id)?.version;
    if (listed?.number !== draft?.number) return { draftOf: thing.tag, listed, draft };
    const passages = await ask<{ items: { text: string }[] }>(call, { path: `${BASE}/${unit.id}/passages` });
    const text = passages.items.map((passage) => passage.text).join('\n\n');
    return {
      title: unit.title,
      live: nameOf(live) ?? null,
      answers: hashOf(text),
      draft: nameOf(draft) ?? null,
    };
  }
}

const nameOf = (version: Version | undefined): string | undefined => version?.sources[0]?.name;
const liveAs = (name: string) => ({ live: name, answers: hashOf(textOf(name)) });
const textOf = (name: string): string => `نص الملف ${name} عن صناعة الفخار والنسيج.`;

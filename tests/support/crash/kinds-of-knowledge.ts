/** Units with their files, and synonyms. */
import { createHash } from 'node:crypto';
import { ask, NoAnswerError, responseOf } from './call-results.ts';
import type { Call, Change, Kind, State, Thing } from './tracked.ts';

interface UploadedFile {
  FileName: string;
  FileURL: string;
  FilePath: string;
}
interface FoundUnit {
  id: number;
  title: string;
  description: string;
  aiKnowledgeSources: { content: string }[];
}

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Files by content: what a unit reads is compared by the hash of its download. */
export function unitKind(call: Call): Kind {
  const base = '/api/AIKnowledge/1';
  async function upload(text: string): Promise<{ source: object; sha256: string } | null> {
    const bytes = Buffer.from(text);
    const form = new FormData();
    form.set('Attachment', new Blob([bytes]), 'نص.txt');
    const outcome = await call({ method: 'POST', path: '/api/UploadBlob', form });
    if (outcome.kind !== 'done') return null;
    const { FileName, FileURL: FileUrl, FilePath } = outcome.body as UploadedFile;
    return { source: { FileName, FileUrl, FilePath, FileSize: bytes.length }, sha256: hashOf(bytes) };
  }
  const textOf = (tag: string, revision: number) =>
    `نص ${tag} في صيغته ${revision}.\n\nيصف صناعة الفخار والنسيج.`;

  return {
    name: 'unit',
    max: 12,
    async create({ tag }) {
      const file = await upload(textOf(tag, 0));
      if (!file) return null;
      const title = `${tag} الأولى`;
      return {
        action: 'registerUnit',
        request: {
          method: 'POST',
          path: base,
          json: { title, KnowledgeSource: 0, SourceContent: [file.source] },
        },
        next: { place: 'list', title, description: '', files: [file.sha256] },
      };
    },
    changes(thing, _, turn) {
      const { state, tag } = thing;
      if (state?.['place'] === 'bin')
        return [
          async () => ({
            action: 'restoreUnit',
            request: { method: 'POST', path: `${base}/${await idOf(thing)}/restore` },
            next: { ...state, place: 'list' },
          }),
          async () => ({
            action: 'purgeUnit',
            request: { method: 'DELETE', path: `${base}/bin/${await idOf(thing)}` },
            next: null,
          }),
        ];
      const edit = async (json: object, more: object): Promise<Change> => ({
        action: 'updateUnit',
        request: { method: 'PUT', path: `${base}/${await idOf(thing)}`, json },
        next: { ...state, ...more },
      });
      const title = `${tag} صيغة ${turn}`;
      const description = `وصف ${turn}`;
      return [
        () => edit({ title }, { title }),
        () => edit({ description }, { description }),
        async () => {
          const file = await upload(textOf(tag, turn));
          return file && edit({ KnowledgeSource: 0, SourceContent: [file.source] }, { files: [file.sha256] });
        },
        async () => ({
          action: 'deleteUnit',
          request: { method: 'DELETE', path: `${base}/${await idOf(thing)}` },
          next: { ...state, place: 'bin' },
        }),
      ];
    },
    read,
  };

  async function idOf(thing: Thing): Promise<string | number> {
    if (thing.id === undefined) await read(thing);
    return thing.id ?? 0;
  }

  async function read(thing: Thing): Promise<State> {
    const find = async (path: string) => {
      const query = new URLSearchParams({ search: thing.tag, limit: '100' });
      const { items } = await ask<{ items: FoundUnit[] }>(call, { path: `${path}?${query}` });
      return items.filter(({ title }) => title.startsWith(`${thing.tag} `));
    };
    const listed = await find('/api/AIKnowledge/all/1');
    const binned = await find(`${base}/bin`);
    if (listed.length + binned.length > 1) return { twice: thing.tag };
    const [unit = binned[0]] = listed;
    if (!unit) return null;
    thing.id = unit.id;
    const { title, description } = unit;
    // What is in the bin shows no files until it is restored.
    if (!listed[0]) return { place: 'bin', title, description, files: thing.state?.['files'] };
    const files: string[] = [];
    for (const { content } of unit.aiKnowledgeSources) files.push(hashOf(await download(content)));
    return { place: 'list', title, description, files };
  }
}

async function download(address: string): Promise<Uint8Array> {
  try {
    const response = await fetch(address);
    if (response.ok) return new Uint8Array(await response.arrayBuffer());
  } catch {
    // Killed meanwhile.
  }
  throw new NoAnswerError(address, { kind: 'unknown' });
}

interface FoundGroup {
  id: number;
  expressions: string[];
  note: string;
}

const findGroups = async (call: Call, tag: string): Promise<FoundGroup[]> => {
  const query = new URLSearchParams({ search: tag, limit: '100' });
  const { items } = await ask<{ items: FoundGroup[] }>(call, { path: `/api/Synonyms/1?${query}` });
  return items.filter(({ expressions }) => expressions.some((expression) => expression.includes(tag)));
};

export function synonymsKind(call: Call): Kind {
  const pathOf = ({ id }: Thing) => `/api/Synonyms/1/${id}`;
  return {
    name: 'synonyms',
    max: 15,
    create: ({ tag }) => {
      const json = { expressions: [`مرادف ${tag}`, `بديل ${tag}`], note: '' };
      return Promise.resolve({
        action: 'addSynonyms',
        request: { method: 'POST', path: '/api/Synonyms/1', json },
        next: json,
      });
    },
    changes(thing, _, turn) {
      const json = { expressions: [`مرادف ${thing.tag}`, `بديل ${thing.tag}`], note: `ملاحظة ${turn}` };
      return [
        async () => {
          await this.read(thing);
          return {
            action: 'changeSynonyms',
            request: { method: 'PUT', path: pathOf(thing), json },
            next: json,
          };
        },
        async () => {
          await this.read(thing);
          return { action: 'removeSynonyms', request: { method: 'DELETE', path: pathOf(thing) }, next: null };
        },
      ];
    },
    async read(thing) {
      const [group, second] = await findGroups(call, thing.tag);
      if (!group) return null;
      thing.id = group.id;
      return second ? { twice: thing.tag } : { expressions: group.expressions, note: group.note };
    },
  };
}

/** The groups of one import, all or none. */
export function importKind(call: Call): Kind {
  const GROUPS = 20;
  return {
    name: 'import',
    max: 8,
    create: ({ tag }) => {
      const lines = Array.from(
        { length: GROUPS },
        (_, index) => `كلمة ${tag} n${index} = لفظ ${tag} n${index}`,
      );
      const json = { text: lines.join('\n'), mode: 'add' };
      return Promise.resolve({
        action: 'importSynonyms',
        request: { method: 'POST', path: '/api/Synonyms/1/import', json },
        next: { groups: GROUPS },
        learn: (body: unknown) => {
          const { added } = responseOf(body) as { added: number };
          if (added !== GROUPS) throw new Error(`an import added ${added} groups`);
        },
      });
    },
    changes: () => [],
    async read({ tag }) {
      const groups = await findGroups(call, `${tag} `);
      return groups.length === 0 ? null : { groups: groups.length };
    },
  };
}

/** What a fuzzed gateway holds: keys of every kind, ids that its answers named, and knowledge that can be asked. */
import { OPERATIONS, type OperationId, SECTIONS } from '#contract/operations/index.ts';
import type { Role } from '#contract/session.ts';
import { ROLES } from '#contract/session.ts';
import type { Random } from '../fleet/random.ts';
import { createPlainClient, type PlainClient } from '../plain-client.ts';

/** So many of the newest ids are kept of each section. */
const KEPT_IDS = 40;
const UNITS = 4;

export interface FuzzWorld {
  /** What stands in for the hosts that examples name. */
  pageOrigin: string;
  modelUrl: string;
  keys: Record<Role | 'foreign', string>;
  bad: readonly string[];
  /** An id, a file path or the like for the operation, if an answer has named one. */
  pick(operation: OperationId, name: string, random: Random): string | undefined;
  /** Remembers what an answer names. */
  learn(operation: OperationId, answer: unknown): void;
  /** Undoes what would refuse all that follows: an archived bot, small quotas, revoked keys, no knowledge. */
  repair(): Promise<void>;
}

const sectionOf = (id: OperationId): string =>
  Object.entries(SECTIONS).find(([, operations]) => id in operations)?.[0] ?? '';

export async function createFuzzWorld(
  origin: string,
  owner: string,
  servers: { pageOrigin: string; modelUrl: string },
): Promise<FuzzWorld> {
  const client = createPlainClient(origin, owner);
  const { value, status, call } = callsOf(origin, owner);
  const createOther = () => client.createBot({ name: 'بوت آخر' });
  let other = await createOther();
  const keys: FuzzWorld['keys'] = { owner, curator: '', tester: '', monitor: '', foreign: '' };
  const names: (keyof FuzzWorld['keys'])[] = [...ROLES.filter((role) => role !== 'owner'), 'foreign'];
  const protectedIds = new Set<string>();
  for (const { id } of (await value<{ items: { id: string }[] }>('GET', '/api/Keys')).items)
    protectedIds.add(id);

  const createKey = async (name: (typeof names)[number]): Promise<void> => {
    const role = name === 'foreign' ? 'owner' : name;
    const bots = [name === 'foreign' ? other : 1];
    const created = await value<{ key: string; view: { id: string } }>('POST', '/api/Keys', {
      name,
      role,
      bots,
    });
    keys[name] = created.key;
    protectedIds.add(created.view.id);
  };
  for (const name of names) await createKey(name);
  const revoked = await value<{ key: string; view: { id: string } }>('POST', '/api/Keys', {
    name: 'ملغى',
    role: 'owner',
    bots: [1],
  });
  await value('DELETE', `/api/Keys/${revoked.view.id}`);
  protectedIds.add(revoked.view.id);

  const pools = new Map<string, string[]>();
  const remember = (pool: string, id: string): void => {
    if (protectedIds.has(id)) return;
    const ids = (pools.get(pool) ?? []).filter((candidate) => candidate !== id);
    pools.set(pool, [...ids, id].slice(-KEPT_IDS));
  };
  const walk = (pool: string, value: unknown, depth = 0): void => {
    if (typeof value !== 'object' || value === null || depth > 5) return;
    for (const [name, part] of Object.entries(value).slice(0, 200)) {
      if (name === 'id' && (typeof part === 'string' || typeof part === 'number'))
        remember(pool, String(part));
      const [, kind] =
        /^https?:\/\/[^/]+\/api\/(Files|Audio)\//.exec(typeof part === 'string' ? part : '') ?? [];
      if (kind) remember(kind === 'Files' ? 'getFile' : 'getAudio', String(part));
      walk(name === 'sources' || name === 'aiKnowledgeSources' ? 'sourceId' : pool, part, depth + 1);
    }
  };

  return {
    ...servers,
    keys,
    bad: ['', 'fih_wrong-key-of-nobody', revoked.key, 'مفتاح', 'x'.repeat(4_000)],
    pick: (operation, name, random) => {
      const pool = pools.get(name) ?? pools.get(sectionOf(operation)) ?? [];
      return pool.length > 0 ? random.pick(pool) : undefined;
    },
    learn: (operation, answer) =>
      walk(operation === 'listDeliveries' ? 'deliveryId' : sectionOf(operation), answer),
    async repair() {
      if ((await status('GET', '/api/Bots?limit=1')) !== 200)
        throw new Error('The key of the owner is refused.');
      await call('POST', '/api/Bots/1/restore');
      const quotas = { text: 1e12, speech: 1e12, audio: 1e12 };
      await value('PUT', '/api/Bots/1', {
        quotas,
        concurrency: null,
        allowedHosts: [],
        weakAnswers: 'hedged',
      });
      for (const purpose of ['chat', 'embeddings', 'transcription', 'speech'])
        for (const scope of ['bot', 'all']) await call('DELETE', `/api/Models/1/${purpose}?scope=${scope}`);
      for (const name of names) {
        const of = name === 'foreign' ? other : 1;
        const session = await fetch(`${origin}/api/Session`, {
          headers: { 'x-user-auth': keys[name], 'x-bot': String(of) },
        });
        if (session.status !== 200) {
          // A bot that was removed for good is not restored.
          if (name === 'foreign' && (await status('POST', `/api/Bots/${other}/restore`)) !== 200)
            other = await createOther();
          await createKey(name);
        }
      }
      await addKnowledge(client);
    },
  };
}

async function addKnowledge(client: PlainClient): Promise<void> {
  const { total } = await client.list();
  for (let more = total; more < UNITS; more++) {
    const text = `مواعيد الدوام\n\nيبدأ الدوام في الفرع ${more} عند الثامنة صباحًا وينتهي عند الرابعة.\n\nWork starts at 8.`;
    const file = await client.upload('دليل.txt', new Blob([text]));
    await client.register(`دليل الموظف ${crypto.randomUUID()}`, file);
  }
}

function callsOf(origin: string, key: string) {
  const call = (method: string, path: string, body?: unknown): Promise<Response> =>
    fetch(origin + path, {
      method,
      headers: { 'x-user-auth': key, 'x-bot': '1', 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  return {
    call: async (...args: Parameters<typeof call>): Promise<void> =>
      void (await (await call(...args)).text()),
    status: async (...args: Parameters<typeof call>): Promise<number> => {
      const response = await call(...args);
      await response.text();
      return response.status;
    },
    value: async <Answer>(...args: Parameters<typeof call>): Promise<Answer> => {
      const response = await call(...args);
      const text = await response.text();
      if (!response.ok) throw new Error(`${args[0]} ${args[1]}: ${response.status} ${text}`);
      return (JSON.parse(text) as { Response: Answer }).Response;
    },
  };
}

/** All operations, also of later versions. */
export const FUZZED_OPERATIONS = Object.keys(OPERATIONS) as OperationId[];

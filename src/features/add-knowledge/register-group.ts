import { KNOWLEDGE_SOURCE } from '#contract/knowledge.ts';
import type { FileObject, Registration as Order } from '#contract/knowledge.ts';
import { randomId } from '#src/api/connection.ts';
import type { GatewayClient } from '#src/api/gateway-client.ts';
import type { Group, IntakeState, Registered, Registration, Texts } from './intake-types.ts';
import { nameOf } from './intake-types.ts';

const AT_A_TIME = 3;

/** The request of endpoint 3 for one group; every file of it is stored. */
export function orderOf(group: Group & Texts): Order {
  const description = group.description.trim();
  const words = { title: group.title.trim(), ...(description === '' ? {} : { description }) };
  if (group.kind === 'url') {
    const urls = group.items.flatMap((item) => (item.kind === 'url' ? [item.url] : []));
    return { ...words, KnowledgeSource: KNOWLEDGE_SOURCE.url, SourceContent: urls };
  }
  const files = group.items.flatMap((item): FileObject[] => {
    if (item.kind !== 'file' || item.upload.step !== 'stored') return [];
    const { FileName, FileURL, FilePath } = item.upload.result;
    return [{ FileName, FileUrl: FileURL, FilePath, FileSize: item.size }];
  });
  return { ...words, KnowledgeSource: KNOWLEDGE_SOURCE.file, SourceContent: files };
}

type RegistrarParts = {
  send: GatewayClient['registerUnit'];
  read: () => IntakeState;
  change: (next: Partial<IntakeState>) => void;
};

export function createRegistrar({ send, read, change }: RegistrarParts) {
  // The same order again takes the same key: a lost answer never makes a second unit.
  const keys = new Map<string, { order: string; key: string }>();
  const mark = (key: string, registration: Registration) =>
    change({ registrations: { ...read().registrations, [key]: registration } });

  const registerOne = async (group: Group & Texts) => {
    const order = orderOf(group);
    const known = keys.get(group.key);
    const words = JSON.stringify(order);
    const idempotencyKey = known?.order === words ? known.key : randomId();
    keys.set(group.key, { order: words, key: idempotencyKey });
    try {
      const { id } = await send(order, { idempotencyKey });
      keys.delete(group.key);
      const made: Registered = {
        key: randomId(),
        title: order.title,
        kind: group.kind,
        names: group.items.map(nameOf),
        id,
      };
      const { [group.key]: _done, ...registrations } = read().registrations;
      const gone = new Set(group.items.map((item) => item.key));
      change({
        items: read().items.filter((item) => !gone.has(item.key)),
        registrations,
        registered: [...read().registered, made],
      });
    } catch (error) {
      mark(group.key, { step: 'failed', error, title: order.title });
    }
  };

  return {
    register: async (groups: readonly (Group & Texts)[]): Promise<void> => {
      const queue = [...groups];
      for (const group of groups) mark(group.key, { step: 'registering' });
      const work = async () => {
        for (let group = queue.shift(); group !== undefined; group = queue.shift()) await registerOne(group);
      };
      await Promise.all(Array.from({ length: Math.min(AT_A_TIME, groups.length) }, work));
    },
  };
}

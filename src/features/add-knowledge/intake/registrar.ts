import {
  type FileObject,
  KNOWLEDGE_SOURCE,
  type NewSource,
  type Registration as RegistrationRequest,
} from '#contract/knowledge.ts';
import type { AddedUnit } from '#src/api/client/units.ts';
import { randomId } from '#src/api/transport/connection.ts';
import { planRepeat } from '#src/ui/fault/plan-repeat.ts';
import {
  type IntakeState,
  itemName,
  type RegisteredUnit,
  type Registration,
  type ReplacedSource,
  type UnitDraft,
  type UnitTexts,
} from './intake-types.ts';

const MAX_CONCURRENT = 3;

/** The request of endpoint 3 for one group; every file of it is stored. */
function toRegistrationRequest(group: UnitDraft & UnitTexts): RegistrationRequest {
  const description = group.description.trim();
  const texts = { title: group.title.trim(), ...(description === '' ? {} : { description }) };
  if (group.kind === 'url') {
    const urls = group.items.flatMap((item) => (item.kind === 'url' ? [item.url] : []));
    return { ...texts, KnowledgeSource: KNOWLEDGE_SOURCE.url, SourceContent: urls };
  }
  const files = group.items.flatMap((item): FileObject[] => {
    if (item.kind !== 'file' || item.upload.step !== 'stored') return [];
    const { FileName, FileURL, FilePath } = item.upload.result;
    return [{ FileName, FileUrl: FileURL, FilePath, FileSize: item.size }];
  });
  return { ...texts, KnowledgeSource: KNOWLEDGE_SOURCE.file, SourceContent: files };
}

/** The one source of a request. */
function toNewSource({ KnowledgeSource, SourceContent }: RegistrationRequest): NewSource {
  return { KnowledgeSource, SourceContent: SourceContent[0] } as NewSource;
}

/** `repeats`: how often a busy gateway was asked again by itself. `asDraft` undefined: as the attempt before. */
type Attempt = { repeats: number; batch: number; asDraft: boolean | undefined };

type RegistrarOptions = {
  send: (
    request: RegistrationRequest,
    options: { idempotencyKey: string; asDraft: boolean },
  ) => Promise<AddedUnit>;
  replace: (source: NewSource, replaced: ReplacedSource) => Promise<unknown>;
  getState: () => IntakeState;
  change: (next: Partial<IntakeState>) => void;
};

export function createRegistrar({ send, replace, getState, change }: RegistrarOptions) {
  // A repeated request keeps its idempotency key: a lost answer never makes a second unit.
  const keys = new Map<string, { request: string; key: string; asDraft: boolean }>();
  const setRegistration = (key: string, registration: Registration) =>
    change({ registrations: { ...getState().registrations, [key]: registration } });

  /** From what is to be added to what was. */
  const move = (group: UnitDraft, unit: Omit<RegisteredUnit, 'kind' | 'names'>) => {
    const { [group.key]: _done, ...registrations } = getState().registrations;
    const gone = new Set(group.items.map((item) => item.key));
    const registered: RegisteredUnit = { ...unit, kind: group.kind, names: group.items.map(itemName) };
    change({
      items: getState().items.filter((item) => !gone.has(item.key)),
      registrations,
      registered: [...getState().registered, registered],
    });
  };

  const registerOne = async (group: UnitDraft & UnitTexts, { repeats, batch, ...attempt }: Attempt) => {
    const request = toRegistrationRequest(group);
    const previous = keys.get(group.key);
    const asDraft = attempt.asDraft ?? previous?.asDraft ?? false;
    const requestText = JSON.stringify([request, asDraft]);
    const idempotencyKey = previous?.request === requestText ? previous.key : randomId();
    keys.set(group.key, { request: requestText, key: idempotencyKey, asDraft });
    try {
      const { id, key = randomId() } = await send(request, { idempotencyKey, asDraft });
      keys.delete(group.key);
      move(group, { key, title: request.title, id, batch });
    } catch (error) {
      const repeatAt = planRepeat(error, repeats);
      setRegistration(group.key, { step: 'failed', error, title: request.title, repeats, repeatAt });
    }
  };

  const replaceOne = async (group: UnitDraft & UnitTexts, replaced: ReplacedSource, batch: number) => {
    const request = toRegistrationRequest(group);
    setRegistration(group.key, { step: 'registering' });
    try {
      await replace(toNewSource(request), replaced);
      const { id, title } = replaced.unit;
      const change = replaced.isSame ? 'reading' : 'source';
      move(group, { key: randomId(), title, id, batch, replaced: change });
    } catch (error) {
      setRegistration(group.key, { step: 'failed', error, title: request.title, replacing: true });
    }
  };

  return {
    replace: replaceOne,
    register: async (groups: readonly (UnitDraft & UnitTexts)[], attempt: Attempt): Promise<void> => {
      const queue = [...groups];
      const started = groups.map(({ key }) => [key, { step: 'registering' }] as const);
      change({ registrations: { ...getState().registrations, ...Object.fromEntries(started) } });
      const worker = async () => {
        for (let group = queue.shift(); group !== undefined; group = queue.shift())
          await registerOne(group, attempt);
      };
      await Promise.all(Array.from({ length: Math.min(MAX_CONCURRENT, groups.length) }, worker));
    },
  };
}

/** Clients of a fleet that work at random, and remember what was acknowledged to them. */
import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { FLEET_URL } from '#tests/support/fleet.ts';
import type { FleetCall, FleetClient, Outcome } from './fleet-client.ts';
import type { Random } from './random.ts';
import type { KeyTruth, Truth, UnitTruth, ValueTruth } from './truth.ts';

export const SCARCE_BOT = 2;
export const SCARCE_UNIT = 'دليل الحصة';
export const hashOf = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest('hex');
/** Found in the unit of this title and in no other. */
export const codeOf = (title: string) => `رمز${hashOf(title).slice(0, 10)}`;

interface LoadOptions {
  client: FleetClient;
  origins: readonly string[];
  truth: Truth;
  random: Random;
  /** 0 changes settings, 1 raises quotas. */
  worker: number;
  maxUnits: number;
  signal: AbortSignal;
}

const RETRY_MS = 300;
const PAUSE_MS = 60;
/** What bot 2 is granted more each time: some answers. */
export const GRANT_STEP = 400;
const MAX_KEYS = 25;

/** Works until aborted; what was begun is brought to its end, so that a registration is acknowledged or refused. */
export async function runClient(options: LoadOptions): Promise<void> {
  const { client, origins, truth, random, worker, maxUnits, signal } = options;
  const units: UnitTruth[] = [];
  const keys: KeyTruth[] = [];
  let turn = 0;
  /** Bot 2 has an empty quota and gets small grants, so that it is always near the end. */
  let isSpent = false;

  const call = (request: FleetCall) => client.call(random.pick(origins), request);
  /** Until it is acknowledged or refused. */
  async function insist(request: FleetCall): Promise<{ outcome: Outcome; tries: number }> {
    for (let tries = 1; ; tries++) {
      const outcome = await call(request);
      const isLimited = outcome.kind === 'refused' && outcome.status === 429;
      if (outcome.kind !== 'unknown' && !isLimited) return { outcome, tries };
      await pause(RETRY_MS);
    }
  }
  const acknowledged = (action: string, outcome: Outcome, subject?: string) => {
    if (outcome.kind !== 'done') return;
    truth.changes.push({
      requestId: outcome.requestId,
      action,
      ...(subject === undefined ? {} : { subject }),
    });
  };

  async function addUnit(): Promise<void> {
    const title = `وحدة ${worker}-${turn}`;
    const bytes = textFor(title, random.below(8) === 0 ? 1500 : 30);
    const form = new FormData();
    form.set('Attachment', new Blob([bytes]), `${title}.txt`);
    const stored = await call({ method: 'POST', path: '/api/UploadBlob', form });
    if (stored.kind !== 'done') return;
    acknowledged('upload', stored);
    const { FileName, FileURL, FilePath } = stored.body as Record<string, string>;
    const path = (FileURL ?? '').slice(FLEET_URL.length);
    truth.uploads.push({ path, sha256: hashOf(bytes) });
    const registration: FleetCall = {
      method: 'POST',
      path: '/api/AIKnowledge/1',
      headers: { 'Idempotency-Key': `unit-${worker}-${turn}` },
      json: {
        title,
        KnowledgeSource: 0,
        SourceContent: [{ FileName, FileUrl: FileURL, FilePath, FileSize: Buffer.byteLength(bytes) }],
      },
    };
    const { outcome, tries } = await insist(registration);
    if (outcome.kind !== 'done')
      return void truth.violations.push(
        `registration of ${title} refused at try ${tries}: ${print(outcome)}`,
      );
    const id = idOf(outcome);
    const unit: UnitTruth = { title, id, places: new Set(['list']), isFirstTry: tries === 1 };
    truth.units.push(unit);
    units.push(unit);
    if (tries === 1) acknowledged('registerUnit', outcome, String(id));
    // A client that did not see the answer says it again, elsewhere.
    if (random.below(4) > 0) return;
    const again = await call(registration);
    if (again.kind === 'refused' ? again.status !== 429 : again.kind === 'done' && idOf(again) !== id)
      truth.violations.push(`the same registration of ${title}, unit ${id}, again: ${print(again)}`);
  }

  async function moveUnit(): Promise<void> {
    const unit = random.pick(units);
    const deletes = unit.places.has('list');
    const path = `/api/AIKnowledge/1/${unit.id}`;
    const [to, action] = deletes ? (['bin', 'deleteUnit'] as const) : (['list', 'restoreUnit'] as const);
    const wasCertain = unit.places.size === 1;
    unit.places.add(to);
    const outcome = await call(
      deletes ? { method: 'DELETE', path } : { method: 'POST', path: `${path}/restore` },
    );
    if (outcome.kind === 'done') {
      unit.places = new Set([to]);
      acknowledged(action, outcome, String(unit.id));
    } else if (outcome.kind === 'refused' && outcome.status === 404) {
      if (wasCertain) truth.violations.push(`${action} of ${unit.title}: ${print(outcome)}`);
      unit.places = new Set([to]);
    }
  }

  async function ask(): Promise<void> {
    const isScarce = random.below(3) > 0;
    const bot = isScarce ? SCARCE_BOT : 1;
    const listed = units.filter(({ places }) => places.size === 1 && places.has('list'));
    const title = isScarce ? SCARCE_UNIT : random.pick(listed)?.title;
    if (title === undefined) return;
    const isStream = random.below(2) === 0;
    const outcome = await call({
      method: 'POST',
      path: isStream ? '/api/v1/RAG/Stream/Answer' : '/api/v1/RAG/Answer',
      json: { Question: `ما ${codeOf(title)}؟`, IndexNames: [title], IsStream: isStream },
      bot,
    });
    if (outcome.kind === 'refused' && outcome.status === 402) isSpent = true;
    if (outcome.kind !== 'done') return;
    const charge = outcome.headers.get('X-Charge');
    // A stream says what it cost in no header.
    if (charge !== null)
      truth.charges.push({ requestId: outcome.requestId, bot, amount: Number.parseInt(charge, 10) });
  }

  async function useKeys(): Promise<void> {
    const key = random.below(2) === 0 && keys.length > 0 ? random.pick(keys) : undefined;
    if (!key) {
      if (truth.keys.length >= MAX_KEYS) return;
      const json = { name: `مفتاح ${worker}-${turn}`, role: 'tester', bots: [1] };
      const outcome = await call({ method: 'POST', path: '/api/Keys', json });
      if (outcome.kind !== 'done') return;
      const { key: secret, view } = responseOf(outcome) as { key: string; view: { id: string } };
      const created: KeyTruth = { id: view.id, secret, states: new Set(['valid']) };
      truth.keys.push(created);
      keys.push(created);
      acknowledged('createKey', outcome, view.id);
      return;
    }
    if (random.below(2) === 0) {
      const isNew = key.states.size === 1 && key.states.has('valid');
      key.states.add('revoked');
      const revoked = await call({ method: 'DELETE', path: `/api/Keys/${key.id}` });
      if (revoked.kind !== 'done') return;
      key.states = new Set(['revoked']);
      if (isNew) acknowledged('revokeKey', revoked, key.id);
    }
    await checkKey(call, key, truth);
  }

  /** Of two clients that change the same, only one does; so the last acknowledged value or a later one holds. */
  async function write<Value>(
    value: ValueTruth<Value>,
    wanted: Value,
    request: FleetCall,
    bot: number,
  ): Promise<void> {
    value.possible.add(wanted);
    const outcome = await call({ ...request, bot });
    if (outcome.kind !== 'done') return;
    value.acknowledged = wanted;
    value.possible = new Set([wanted]);
    acknowledged('changeBot', outcome, String(bot));
  }
  const changeBot = (bot: number, json: unknown): FleetCall => ({
    method: 'PUT',
    path: `/api/Bots/${bot}`,
    json,
  });

  for (; !signal.aborted; turn++) {
    const dice = random.next();
    if (dice < 0.2 && truth.units.length < maxUnits) await addUnit();
    else if (dice < 0.32 && units.length > 0) await moveUnit();
    else if (dice < 0.44) await useKeys();
    else if (dice < 0.5 && worker === 0) {
      const name = `بوت ${turn}`;
      await write(truth.botName, name, changeBot(1, { name }), 1);
    } else if (isSpent && worker === 1) {
      isSpent = false;
      const text = Math.max(...truth.grant.possible) + GRANT_STEP;
      await write(truth.grant, text, changeBot(SCARCE_BOT, { quotas: { text } }), SCARCE_BOT);
    } else await ask();
    await pause(PAUSE_MS);
  }
}

let strangers = 0;

/** A key works, or does not, on every gateway. Each try comes from another address: wrong keys slow an address down. */
export async function checkKey(
  call: (request: FleetCall) => Promise<Outcome>,
  key: KeyTruth,
  truth: Truth,
): Promise<void> {
  strangers += 1;
  const address = `10.${(strangers >> 16) & 255}.${(strangers >> 8) & 255}.${strangers & 255}`;
  const outcome = await call({
    path: '/api/Session',
    key: key.secret,
    headers: { 'X-Forwarded-For': address },
  });
  if (outcome.kind === 'unknown' || key.states.size > 1) return;
  const isWrong = key.states.has('valid')
    ? outcome.kind !== 'done'
    : outcome.kind !== 'refused' || outcome.status !== 401;
  if (isWrong) truth.violations.push(`key ${key.id} should be ${[...key.states].join()}: ${print(outcome)}`);
}

export const responseOf = (outcome: Outcome): unknown =>
  outcome.kind === 'done' ? (outcome.body as { Response?: unknown }).Response : undefined;
export const idOf = (outcome: Outcome): number =>
  Number((responseOf(outcome) as { id?: number } | undefined)?.id);

export function print(outcome: Outcome): string {
  if (outcome.kind === 'refused') return `${outcome.status} ${outcome.fault}`;
  return outcome.kind === 'done' ? `200 ${JSON.stringify(outcome.body).slice(0, 200)}` : 'unknown';
}

export function textFor(title: string, sentences: number): string {
  const lines = Array.from(
    { length: sentences },
    (_, index) => `الجملة رقم ${index} عن صناعة الفخار والنسيج.`,
  );
  return `${title}\n\nرمز ${title} هو ${codeOf(title)}.\n\n${lines.join('\n\n')}`;
}

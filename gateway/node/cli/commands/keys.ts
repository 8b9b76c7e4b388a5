import { newKeySchema, rotationSchema } from '#contract/keys.ts';
import { validate } from '#gateway/middleware/validate.ts';
import type { StoredKey } from '#gateway/model.ts';
import { OPERATOR } from '#gateway/services/access/covering.ts';
import { createKey, isUsable, listKeys, revokeKey, rotateKey } from '#gateway/services/access/manage-keys.ts';
import { tellKey } from '#gateway/services/access/tell-access.ts';
import { type Command, type CommandCall, WrongUse } from '../command.ts';
import { asOperator, changeAsOperator, type OperatorPorts } from '../operate.ts';
import { printMoment, printTable } from '../print-table.ts';
import { momentOf, numberOf, textOf, textsOf, unitsByLedger } from '../read-options.ts';

const ROLES = 'owner, curator, tester or monitor';
const KEY = '<key>';
const ABOUT_KEY = 'A key is named by its id or by its beginning, as "keys list" shows them.';

const list: Command = {
  name: 'keys list',
  takes: [],
  summary: 'list the keys that can be used',
  options: {
    bot: { type: 'string', value: '<bot>', about: 'only those good for this bot' },
    all: { type: 'boolean', about: 'also those that were revoked or are over' },
  },
  async run(call) {
    const bot = textOf(call, 'bot');
    const botId = bot === undefined ? null : numberOf(bot, '--bot');
    const keys = await asOperator(call, async (ports) =>
      call.options['all'] === true
        ? (await ports.keys.list()).filter((key) => botId === null || key.allBots || key.bots.includes(botId))
        : listKeys(ports, botId),
    );
    const rows = keys.map((key) => [
      key.id,
      key.prefix === '' ? '-' : `${key.prefix}…`,
      key.role,
      key.allBots ? 'all' : key.bots.join(','),
      stateOf(key),
      printMoment(key.expiresOn),
      printMoment(key.lastUsedOn),
      key.name,
    ]);
    call.say(printTable(['ID', 'BEGINS', 'ROLE', 'BOTS', 'STATE', 'EXPIRES', 'LAST USED', 'NAME'], rows));
    call.tell(keys.map(viewOf));
  },
};

const create: Command = {
  name: 'keys create',
  takes: ['<name>'],
  summary: 'make a key and print it, this once',
  details:
    'The key alone goes to standard output, so that a script can take it; all else goes to standard error.',
  options: {
    role: { type: 'string', value: '<role>', about: ROLES },
    bot: {
      type: 'string',
      multiple: true,
      value: '<bot>',
      about: 'a bot it is good for; may be given several times',
    },
    'all-bots': { type: 'boolean', about: 'good for every bot, also those made later' },
    expires: {
      type: 'string',
      value: '<when>',
      about: 'a day (its end, UTC) or a moment; without it, never',
    },
    cap: {
      type: 'string',
      multiple: true,
      value: '<ledger=units>',
      about: 'the most it may use in a period, such as text=100000; owners have none',
    },
  },
  async run(call) {
    const [name] = call.given;
    const role = textOf(call, 'role');
    if (role === undefined) throw new WrongUse(`--role is missing: ${ROLES}.`);
    const expires = textOf(call, 'expires');
    const wanted = validate(
      newKeySchema,
      {
        name,
        role,
        bots: textsOf(call, 'bot')?.map((bot) => numberOf(bot, '--bot')) ?? [],
        allBots: call.options['all-bots'] === true,
        caps: unitsByLedger(textsOf(call, 'cap') ?? [], 'cap', { none: false }),
        expiresOn: expires === undefined ? null : momentOf(expires, 'expires'),
      },
      'en',
    );
    const expiresOn = wanted.expiresOn === null ? null : new Date(wanted.expiresOn);
    if (expiresOn && expiresOn <= new Date()) throw new WrongUse('--expires lies in the past.');
    const deed = { command: create.name, action: 'createKey', kind: 'key' } as const;
    const made = await changeAsOperator(call, deed, async (ports, tell) => {
      const outcome = await createKey(ports, OPERATOR, { ...wanted, expiresOn }, 'command');
      for (const change of tellKey(null, outcome.key, await ports.bots.all())) tell(change);
      return outcome;
    });
    showSecret(call, made);
  },
};

const rotate: Command = {
  name: 'keys rotate',
  takes: [KEY],
  summary: 'make another key in place of one, and print it, this once',
  details: `The old key stays good for a while, so that it can be replaced wherever it is used. ${ABOUT_KEY}`,
  options: {
    overlap: {
      type: 'string',
      value: '<hours>',
      about: 'how long the old one stays good; 24 without it, 0 ends it at once',
    },
  },
  async run(call) {
    const overlap = textOf(call, 'overlap');
    const hours = overlap === undefined ? {} : { overlapHours: numberOf(overlap, '--overlap') };
    const { overlapHours } = validate(rotationSchema, hours, 'en');
    const deed = { command: rotate.name, action: 'rotateKey', kind: 'key' } as const;
    const made = await changeAsOperator(call, deed, async (ports, tell) => {
      const outcome = await rotateKey(
        ports,
        OPERATOR,
        null,
        await findId(ports, call),
        overlapHours,
        'command',
      );
      const { replaced, key } = outcome;
      const bots = await ports.bots.all();
      const before = { ...replaced, rotatedOn: null, expiresOn: key.expiresOn };
      for (const change of [...tellKey(before, replaced, bots), ...tellKey(null, key, bots)]) tell(change);
      return outcome;
    });
    call.warn(`The old key ends ${printMoment(made.replaced.expiresOn)}.`);
    showSecret(call, made);
  },
};

const revoke: Command = {
  name: 'keys revoke',
  takes: [KEY],
  summary: 'end a key at once',
  details: ABOUT_KEY,
  async run(call) {
    const deed = { command: revoke.name, action: 'revokeKey', kind: 'key' } as const;
    const revoked = await changeAsOperator(call, deed, async (ports, tell) => {
      const key = await revokeKey(ports, OPERATOR, null, await findId(ports, call));
      for (const change of tellKey({ ...key, revokedOn: null }, key, await ports.bots.all())) tell(change);
      return key;
    });
    call.say(`Revoked ${revoked.id} (${revoked.name})`);
    call.tell(viewOf(revoked));
  },
};

export const keyCommands: readonly Command[] = [list, create, rotate, revoke];

function showSecret(call: CommandCall, { secret, key }: { secret: string; key: StoredKey }): void {
  call.warn(`Key ${key.id} (${key.role}): it is shown this once and cannot be read again.`);
  call.say(secret);
  call.tell({ key: secret, ...viewOf(key) });
}

/** The id of the key that the command names; what names none, or several, is not found by the service. */
async function findId(ports: OperatorPorts, { given: [named = ''] }: CommandCall): Promise<string> {
  const keys = await listKeys(ports, null);
  if (keys.some(({ id }) => id === named)) return named;
  const prefix = named.replace(/…$/, '');
  const [one, another] = keys.filter((key) => key.prefix !== '' && key.prefix === prefix);
  if (one && another) throw new WrongUse(`Several keys begin with "${prefix}". Name one by its id.`);
  return one?.id ?? named;
}

function stateOf(key: StoredKey): string {
  if (key.revokedOn) return 'revoked';
  if (!isUsable(key, new Date())) return 'over';
  return key.rotatedOn ? 'replaced' : 'good';
}

/** A key as JSON shows it: without its hash. */
function viewOf(key: StoredKey) {
  return { ...key, hash: undefined, state: stateOf(key) };
}

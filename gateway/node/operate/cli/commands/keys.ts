import { newKeySchema, rotationSchema } from '#contract/keys.ts';
import { validate } from '#gateway/http/validate.ts';
import { isUsable, type StoredKey } from '#gateway/modules/access/model.ts';
import { keyChanges } from '#gateway/modules/access/services/audit-access.ts';
import { createKey, listKeys, revokeKey, rotateKey } from '#gateway/modules/access/services/manage-keys.ts';
import { OPERATOR_PRINCIPAL } from '#gateway/modules/access/services/principal.ts';
import {
  type Command,
  type CommandContext,
  CommandUsageError,
} from '#gateway/node/operate/cli/context/command.ts';
import { printMoment, printTable } from '#gateway/node/operate/cli/context/print-table.ts';
import {
  momentOf,
  numberOf,
  textOf,
  textsOf,
  unitsByLedger,
} from '#gateway/node/operate/cli/context/read-options.ts';
import {
  changeAsOperator,
  type OperatorPorts,
  runAsOperator,
} from '#gateway/node/operate/cli/context/run-as-operator.ts';

const ROLES = 'owner, curator, tester or monitor';
const KEY_ARGUMENT = '<key>';
const KEY_HELP = 'A key is named by its id or by its beginning, as "keys list" shows them.';

const list: Command = {
  name: 'keys list',
  argNames: [],
  summary: 'list the keys that can be used',
  options: {
    bot: { value: '<bot>', description: 'only keys for this bot' },
    all: { description: 'also revoked and expired keys' },
  },
  async run(call) {
    const bot = textOf(call, 'bot');
    const botId = bot === undefined ? null : numberOf(bot, '--bot');
    const keys = await runAsOperator(call, async (ports) =>
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
    call.printLine(
      printTable(['ID', 'BEGINS', 'ROLE', 'BOTS', 'STATE', 'EXPIRES', 'LAST USED', 'NAME'], rows),
    );
    call.printJson(keys.map(viewOf));
  },
};

const create: Command = {
  name: 'keys create',
  argNames: ['<name>'],
  summary: 'create a key and print it; it is shown only once',
  details:
    'The key alone goes to standard output, so that a script can take it; all else goes to standard error.',
  options: {
    role: { value: '<role>', description: ROLES },
    bot: {
      multiple: true,
      value: '<bot>',
      description: 'a bot the key gives access to; may be given several times',
    },
    'all-bots': { description: 'access to every bot, also bots created later' },
    expires: {
      value: '<when>',
      description: 'a day (its end, UTC) or a moment; without it, never',
    },
    cap: {
      multiple: true,
      value: '<ledger=units>',
      description: 'the most it may use in a period, such as text=100000; owners have none',
    },
  },
  async run(call) {
    const [name] = call.args;
    const role = textOf(call, 'role');
    if (role === undefined) throw new CommandUsageError(`--role is missing: ${ROLES}.`);
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
    if (expiresOn && expiresOn <= new Date()) throw new CommandUsageError('--expires lies in the past.');
    const event = { command: create.name, action: 'createKey', kind: 'key' } as const;
    const result = await changeAsOperator(call, event, async (ports, addChange) => {
      const outcome = await createKey(ports, OPERATOR_PRINCIPAL, { ...wanted, expiresOn }, 'command');
      for (const change of keyChanges(null, outcome.key, await ports.bots.all())) addChange(change);
      return outcome;
    });
    showSecret(call, result);
  },
};

const rotate: Command = {
  name: 'keys rotate',
  argNames: [KEY_ARGUMENT],
  summary: 'rotate a key and print the new one; it is shown only once',
  details: `The old key stays valid for a while, so that it can be replaced wherever it is used. ${KEY_HELP}`,
  options: {
    overlap: {
      value: '<hours>',
      description: 'how long the old key stays valid; default 24, 0 ends it at once',
    },
  },
  async run(call) {
    const overlap = textOf(call, 'overlap');
    const hours = overlap === undefined ? {} : { overlapHours: numberOf(overlap, '--overlap') };
    const { overlapHours } = validate(rotationSchema, hours, 'en');
    const event = { command: rotate.name, action: 'rotateKey', kind: 'key' } as const;
    const result = await changeAsOperator(call, event, async (ports, addChange) => {
      const outcome = await rotateKey(
        ports,
        OPERATOR_PRINCIPAL,
        null,
        await findId(ports, call),
        overlapHours,
        'command',
      );
      const { replaced, key } = outcome;
      const bots = await ports.bots.all();
      const before = { ...replaced, rotatedOn: null, expiresOn: key.expiresOn };
      for (const change of [...keyChanges(before, replaced, bots), ...keyChanges(null, key, bots)])
        addChange(change);
      return outcome;
    });
    call.warn(`The old key expires ${printMoment(result.replaced.expiresOn)}.`);
    showSecret(call, result);
  },
};

const revoke: Command = {
  name: 'keys revoke',
  argNames: [KEY_ARGUMENT],
  summary: 'revoke a key',
  details: KEY_HELP,
  async run(call) {
    const event = { command: revoke.name, action: 'revokeKey', kind: 'key' } as const;
    const revoked = await changeAsOperator(call, event, async (ports, addChange) => {
      const key = await revokeKey(ports, OPERATOR_PRINCIPAL, null, await findId(ports, call));
      for (const change of keyChanges({ ...key, revokedOn: null }, key, await ports.bots.all()))
        addChange(change);
      return key;
    });
    call.printLine(`Revoked ${revoked.id} (${revoked.name})`);
    call.printJson(viewOf(revoked));
  },
};

export const keyCommands: readonly Command[] = [list, create, rotate, revoke];

function showSecret(call: CommandContext, { secret, key }: { secret: string; key: StoredKey }): void {
  call.warn(`Key ${key.id} (${key.role}) is shown only once and cannot be read again.`);
  call.printLine(secret);
  call.printJson({ key: secret, ...viewOf(key) });
}

/** The id of the key that the command names; what names none, or several, is not found by the service. */
async function findId(ports: OperatorPorts, { args: [named = ''] }: CommandContext): Promise<string> {
  const keys = await listKeys(ports, null);
  if (keys.some(({ id }) => id === named)) return named;
  const prefix = named.replace(/…$/, '');
  const [match, otherMatch] = keys.filter((key) => key.prefix !== '' && key.prefix === prefix);
  if (match && otherMatch)
    throw new CommandUsageError(`Several keys begin with "${prefix}". Name one by its id.`);
  return match?.id ?? named;
}

function stateOf(key: StoredKey): string {
  if (key.revokedOn) return 'revoked';
  if (!isUsable(key, new Date())) return 'expired';
  if (key.pausedOn) return 'paused';
  return key.rotatedOn ? 'replaced' : 'active';
}

/** A key as JSON shows it: without its hash. */
function viewOf(key: StoredKey) {
  return { ...key, hash: undefined, state: stateOf(key) };
}

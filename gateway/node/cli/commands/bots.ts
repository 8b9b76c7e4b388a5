import { botChangeSchema, newBotSchema } from '#contract/bots.ts';
import { validate } from '#gateway/middleware/validate.ts';
import { OPERATOR } from '#gateway/services/access/covering.ts';
import {
  archiveBot,
  type BotDeed,
  type BotWish,
  changeBot,
  createBot,
  type DescribedBot,
  restoreBot,
} from '#gateway/services/access/manage-bots.ts';
import { botFields, botSubject } from '#gateway/services/access/tell-access.ts';
import { type Command, type CommandCall, type Option, WrongUse } from '../command.ts';
import { asOperator, changeAsOperator, type OperatorPorts } from '../operate.ts';
import { printTable } from '../print-table.ts';
import { numberOf, textOf, textsOf, unitsByLedger } from '../read-options.ts';

const SETTINGS: Record<string, Option> = {
  quota: {
    type: 'string',
    multiple: true,
    value: '<ledger=units>',
    about: 'text=, speech= or audio=; none takes the ledger away',
  },
  period: { type: 'string', value: '<period>', about: 'none, daily or monthly: when quotas begin anew' },
  zone: { type: 'string', value: '<zone>', about: 'whose midnights, such as Asia/Riyadh' },
  concurrency: {
    type: 'string',
    value: '<calls>',
    about: 'calls under way per key; default: as the gateway has it',
  },
  host: {
    type: 'string',
    multiple: true,
    value: '<host>',
    about: 'a host that URL units may come from; any: no limit',
  },
};

const list: Command = {
  name: 'bots list',
  takes: [],
  summary: 'list the bots with what they have used of their quotas',
  async run(call) {
    const bots = await asOperator(call, async (ports) => {
      const all = await ports.bots.all();
      const units = await ports.bots.unitCounts(all.map(({ id }) => id));
      return Promise.all(
        all.map(async (bot) => ({
          bot,
          ledgers: await ports.ledger.all(bot.id),
          units: units.get(bot.id) ?? 0,
        })),
      );
    });
    const rows = bots.map(({ bot, ledgers, units }) => {
      const used = (['text', 'speech', 'audio'] as const).map((kind) => {
        const ledger = ledgers.find((one) => one.ledger === kind);
        return ledger ? `${ledger.used}/${ledger.total}` : '-';
      });
      return [String(bot.id), stateOf(bot), String(units), ...used, ledgers[0]?.period ?? '-', bot.name];
    });
    call.say(printTable(['ID', 'STATE', 'UNITS', 'TEXT', 'SPEECH', 'AUDIO', 'PERIOD', 'NAME'], rows));
    call.tell(bots.map(viewOf));
  },
};

const create: Command = {
  name: 'bots create',
  takes: ['<name>'],
  summary: 'make a bot, with the quotas of the settings unless told otherwise',
  options: SETTINGS,
  async run(call) {
    const { name, ...wish } = validate(newBotSchema, { name: call.given[0], ...readSettings(call) }, 'en');
    const deed = { command: create.name, action: 'createBot', kind: 'bot' } as const;
    const made = await changeAsOperator(call, deed, async (ports, tell) => {
      const outcome = await createBot(ports, OPERATOR, { ...(wish as BotWish), name });
      tell({
        subject: botSubject(outcome.bot),
        before: null,
        after: botFields(outcome),
        bots: [outcome.bot.id],
      });
      return outcome;
    });
    call.say(`Made bot ${made.bot.id} (${made.bot.name})`);
    call.tell(viewOf(made));
  },
};

const rename: Command = {
  name: 'bots rename',
  takes: ['<bot>', '<name>'],
  summary: 'give a bot another name',
  run: (call) => {
    const wish = validate(botChangeSchema, { name: call.given[1] }, 'en') as BotWish;
    return change(call, rename.name, 'changeBot', (ports, id) => changeBot(ports, OPERATOR, id, wish));
  },
};

const set: Command = {
  name: 'bots set',
  takes: ['<bot>'],
  summary: 'change quotas, period, limits or allowed hosts of a bot',
  details: 'What is not named stays as it is.',
  options: SETTINGS,
  run: (call) => {
    const settings = readSettings(call);
    if (Object.keys(settings).length === 0) throw new WrongUse('Nothing to set.');
    const wish = validate(botChangeSchema, settings, 'en') as BotWish;
    return change(call, set.name, 'changeBot', (ports, id) => changeBot(ports, OPERATOR, id, wish));
  },
};

const archive: Command = {
  name: 'bots archive',
  takes: ['<bot>'],
  summary: 'keep a bot as it is: it can be read, and spends and changes no more',
  run: (call) => change(call, archive.name, 'archiveBot', (ports, id) => archiveBot(ports, OPERATOR, id)),
};

const restore: Command = {
  name: 'bots restore',
  takes: ['<bot>'],
  summary: 'bring a bot back from the bin or the archive',
  run: (call) => change(call, restore.name, 'restoreBot', (ports, id) => restoreBot(ports, OPERATOR, id)),
};

export const botCommands: readonly Command[] = [list, create, rename, set, archive, restore];

async function change(
  call: CommandCall,
  command: string,
  action: string,
  work: (ports: OperatorPorts, id: number) => Promise<BotDeed>,
): Promise<void> {
  const id = numberOf(call.given[0] ?? '', '<bot>');
  const deed = { command, action, kind: 'bot', id: String(id) } as const;
  const { after } = await changeAsOperator(call, deed, async (ports, tell) => {
    const outcome = await work(ports, id);
    const { before } = outcome;
    const fields = { before: botFields(before), after: botFields(outcome.after) };
    tell({ subject: botSubject(before.bot), ...fields, bots: [id] });
    return outcome;
  });
  call.say(`Bot ${id} (${after.bot.name}): ${stateOf(after.bot)}`);
  call.tell(viewOf(after));
}

/** Settings as the contract has them, those that were given. */
function readSettings(call: CommandCall): Record<string, unknown> {
  const settings: Record<string, unknown> = {};
  const quotas = textsOf(call, 'quota');
  if (quotas) settings['quotas'] = unitsByLedger(quotas, 'quota', { none: true });
  for (const name of ['period', 'zone']) {
    const text = textOf(call, name);
    if (text !== undefined) settings[name] = text;
  }
  const calls = textOf(call, 'concurrency');
  if (calls !== undefined)
    settings['concurrency'] = calls === 'default' ? null : numberOf(calls, '--concurrency');
  const hosts = textsOf(call, 'host');
  if (hosts) settings['allowedHosts'] = hosts.includes('any') ? [] : hosts;
  return settings;
}

function stateOf({ archivedOn, deletedOn }: DescribedBot['bot']): string {
  return deletedOn ? 'in the bin' : archivedOn ? 'archived' : 'in use';
}

function viewOf({ bot, ledgers, units }: DescribedBot) {
  return { ...bot, state: stateOf(bot), units, ledgers };
}

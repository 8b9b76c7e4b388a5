import { botChangeSchema, newBotSchema } from '#contract/bots.ts';
import { validate } from '#gateway/http/validate.ts';
import { botFields, botSubject } from '#gateway/modules/access/services/audit-access.ts';
import {
  archiveBot,
  type BotOptions,
  type BotUpdate,
  changeBot,
  createBot,
  type DescribedBot,
  restoreBot,
} from '#gateway/modules/access/services/manage-bots.ts';
import { OPERATOR_PRINCIPAL } from '#gateway/modules/access/services/principal.ts';
import {
  type Command,
  type CommandContext,
  CommandUsageError,
  type Option,
} from '#gateway/node/operate/cli/context/command.ts';
import { printTable } from '#gateway/node/operate/cli/context/print-table.ts';
import { numberOf, textOf, textsOf, unitsByLedger } from '#gateway/node/operate/cli/context/read-options.ts';
import {
  changeAsOperator,
  type OperatorPorts,
  runAsOperator,
} from '#gateway/node/operate/cli/context/run-as-operator.ts';

const SETTINGS: Record<string, Option> = {
  quota: {
    multiple: true,
    value: '<ledger=units>',
    description: 'text=, speech= or audio=; none removes the ledger',
  },
  period: { value: '<period>', description: 'none, daily or monthly: when quotas reset' },
  zone: { value: '<zone>', description: 'the time zone of days and months, such as Asia/Riyadh' },
  concurrency: {
    value: '<calls>',
    description: 'concurrent calls per key; default: the setting of the gateway',
  },
  host: {
    multiple: true,
    value: '<host>',
    description: 'a host that URL units may come from; any: no limit',
  },
  'keep-percent': {
    value: '<percent>',
    description: 'how many of the questions that other programs ask are kept, without personal data',
  },
  'keep-days': { value: '<days>', description: 'for how long they are kept' },
  'version-days': { value: '<days>', description: 'for how long replaced versions of units are kept' },
  'version-count': { value: '<versions>', description: 'how many of the last ones are kept for longer' },
  'weak-answers': { value: '<what>', description: 'hedged (the nearest section, with caution) or not-found' },
};

const list: Command = {
  name: 'bots list',
  argNames: [],
  summary: 'list the bots and how much of their quotas they used',
  async run(call) {
    const bots = await runAsOperator(call, async (ports) => {
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
        const ledger = ledgers.find((entry) => entry.ledger === kind);
        return ledger ? `${ledger.used}/${ledger.total}` : '-';
      });
      return [String(bot.id), stateOf(bot), String(units), ...used, ledgers[0]?.period ?? '-', bot.name];
    });
    call.printLine(printTable(['ID', 'STATE', 'UNITS', 'TEXT', 'SPEECH', 'AUDIO', 'PERIOD', 'NAME'], rows));
    call.printJson(bots.map(viewOf));
  },
};

const create: Command = {
  name: 'bots create',
  argNames: ['<name>'],
  summary: 'create a bot, by default with the quotas of the settings',
  options: SETTINGS,
  async run(call) {
    const { name, ...options } = validate(newBotSchema, { name: call.args[0], ...readSettings(call) }, 'en');
    const event = { command: create.name, action: 'createBot', kind: 'bot' } as const;
    const result = await changeAsOperator(call, event, async (ports, addChange) => {
      const outcome = await createBot(ports, OPERATOR_PRINCIPAL, { ...(options as BotOptions), name });
      addChange({
        subject: botSubject(outcome.bot),
        before: null,
        after: botFields(outcome),
        bots: [outcome.bot.id],
      });
      return outcome;
    });
    call.printLine(`Created bot ${result.bot.id} (${result.bot.name})`);
    call.printJson(viewOf(result));
  },
};

const rename: Command = {
  name: 'bots rename',
  argNames: ['<bot>', '<name>'],
  summary: 'rename a bot',
  run: (call) => {
    const options = validate(botChangeSchema, { name: call.args[1] }, 'en') as BotOptions;
    return change(call, rename.name, 'changeBot', (ports, id) =>
      changeBot(ports, OPERATOR_PRINCIPAL, id, options),
    );
  },
};

const set: Command = {
  name: 'bots set',
  argNames: ['<bot>'],
  summary: 'change quotas, period, limits or allowed hosts of a bot',
  details: 'What is left out stays as it is.',
  options: SETTINGS,
  run: (call) => {
    const settings = readSettings(call);
    if (Object.keys(settings).length === 0) throw new CommandUsageError('Nothing to set.');
    const options = validate(botChangeSchema, settings, 'en') as BotOptions;
    return change(call, set.name, 'changeBot', (ports, id) =>
      changeBot(ports, OPERATOR_PRINCIPAL, id, options),
    );
  },
};

const archive: Command = {
  name: 'bots archive',
  argNames: ['<bot>'],
  summary: 'archive a bot: it can be read, but not asked or changed',
  run: (call) =>
    change(call, archive.name, 'archiveBot', (ports, id) => archiveBot(ports, OPERATOR_PRINCIPAL, id)),
};

const restore: Command = {
  name: 'bots restore',
  argNames: ['<bot>'],
  summary: 'restore a bot from the bin or the archive',
  run: (call) =>
    change(call, restore.name, 'restoreBot', (ports, id) => restoreBot(ports, OPERATOR_PRINCIPAL, id)),
};

export const botCommands: readonly Command[] = [list, create, rename, set, archive, restore];

async function change(
  call: CommandContext,
  command: string,
  action: string,
  work: (ports: OperatorPorts, id: number) => Promise<BotUpdate>,
): Promise<void> {
  const id = numberOf(call.args[0] ?? '', '<bot>');
  const event = { command, action, kind: 'bot', id: String(id) } as const;
  const { after } = await changeAsOperator(call, event, async (ports, addChange) => {
    const outcome = await work(ports, id);
    const { before } = outcome;
    const fields = { before: botFields(before), after: botFields(outcome.after) };
    addChange({ subject: botSubject(before.bot), ...fields, bots: [id] });
    return outcome;
  });
  call.printLine(`Bot ${id} (${after.bot.name}): ${stateOf(after.bot)}`);
  call.printJson(viewOf(after));
}

/** Options of the command as fields of the contract; missing options are left out. */
function readSettings(call: CommandContext): Record<string, unknown> {
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
  for (const [option, name] of [
    ['keep-percent', 'keptPercent'],
    ['keep-days', 'keptDays'],
    ['version-days', 'versionDays'],
    ['version-count', 'versionCount'],
  ] as const) {
    const text = textOf(call, option);
    if (text !== undefined) settings[name] = numberOf(text, `--${option}`);
  }
  const weakAnswers = textOf(call, 'weak-answers');
  if (weakAnswers !== undefined) settings['weakAnswers'] = weakAnswers;
  return settings;
}

function stateOf({ archivedOn, deletedOn }: DescribedBot['bot']): string {
  return deletedOn ? 'in the bin' : archivedOn ? 'archived' : 'in use';
}

function viewOf({ bot, ledgers, units }: DescribedBot) {
  return { ...bot, state: stateOf(bot), units, ledgers };
}

/** Keys, bots, webhooks, and singleton settings. */
import type { FleetCall } from '../fleet/fleet-client.ts';
import { ask, responseOf } from './call-results.ts';
import type { Call, Change, Kind, State, Thing } from './tracked.ts';

interface FoundKey {
  id: string;
  name: string;
  caps: object;
  rotatedOn: string | null;
}

/** The secret of the newest key of a name is in `facts.secret`. */
export function keyKind(call: Call): Kind {
  const remember = (thing: Thing) => (body: unknown) => {
    thing.facts['secret'] = (responseOf(body) as { key: string }).key;
  };
  return {
    name: 'key',
    max: 15,
    create: (thing) =>
      Promise.resolve({
        action: 'createKey',
        request: {
          method: 'POST',
          path: '/api/Keys',
          json: { name: thing.tag, role: 'tester', bots: [1], caps: { text: 500 } },
        },
        next: { caps: { text: 500 }, rotated: 0 },
        learn: remember(thing),
      }),
    changes(thing, _, turn) {
      const { state } = thing;
      const on = async (action: string, request: Omit<FleetCall, 'path'>, next: State, path = '') => {
        await this.read(thing);
        const change: Change = {
          action,
          request: { ...request, path: `/api/Keys/${thing.id}${path}` },
          next,
        };
        return change;
      };
      const caps = { text: 1000 + turn };
      return [
        () => on('changeKey', { method: 'PUT', json: { caps } }, { ...state, caps }),
        () => on('revokeKey', { method: 'DELETE' }, null),
        async () => ({
          ...(await on(
            'rotateKey',
            { method: 'POST' },
            { ...state, rotated: Number(state?.['rotated']) + 1 },
            '/rotate',
          )),
          learn: remember(thing),
        }),
      ];
    },
    async read(thing) {
      const { items } = await ask<{ items: FoundKey[] }>(call, { path: '/api/Keys' });
      const own = items.filter(({ name }) => name === thing.tag);
      const [current, second] = own.filter(({ rotatedOn }) => rotatedOn === null);
      if (!current) return null;
      thing.id = current.id;
      return second ? { twice: thing.tag } : { caps: current.caps, rotated: own.length - 1 };
    },
  };
}

interface FoundBot {
  id: number;
  name: string;
  archivedOn: string | null;
  quotas: { text?: number };
  weakAnswers: string;
}

export function botKind(call: Call): Kind {
  return {
    name: 'bot',
    max: 6,
    create: ({ tag }) => {
      const json = { name: `${tag} الأول`, quotas: { text: 100 }, weakAnswers: 'hedged' };
      return Promise.resolve({
        action: 'createBot',
        request: { method: 'POST', path: '/api/Bots', json },
        next: { name: json.name, archived: false, text: 100, weakAnswers: 'hedged' },
      });
    },
    changes(thing, random, turn) {
      const { state, tag } = thing;
      const on = async (action: string, method: string, more: object, path: string, json?: object) => {
        await this.read(thing);
        const request = { method, path: `/api/Bots/${thing.id}${path}`, ...(json ? { json } : {}) };
        const change: Change = { action, request, next: { ...state, ...more } };
        return change;
      };
      const name = `${tag} باسم ${turn}`;
      const weakAnswers = random.pick(['hedged', 'not-found']);
      return [
        () => on('changeBot', 'PUT', { name }, '', { name }),
        () =>
          on('changeBot', 'PUT', { text: turn, weakAnswers }, '', { quotas: { text: turn }, weakAnswers }),
        state?.['archived']
          ? () => on('restoreBot', 'POST', { archived: false }, '/restore')
          : () => on('archiveBot', 'POST', { archived: true }, '/archive'),
      ];
    },
    async read(thing) {
      const { items } = await ask<{ items: FoundBot[] }>(call, { path: '/api/Bots?limit=100' });
      const [bot, second] = items.filter(({ name }) => name.startsWith(`${thing.tag} `));
      if (!bot) return null;
      thing.id = bot.id;
      const { name, archivedOn, quotas, weakAnswers } = bot;
      return second
        ? { twice: thing.tag }
        : { name, archived: archivedOn !== null, text: quotas.text, weakAnswers };
    },
  };
}

/** Nobody answers there. */
const RECEIVER = 'http://127.0.0.1:9';
export const ALLOWED_RECEIVER = '127.0.0.1:9';

interface FoundWebhook {
  id: number;
  name: string;
  url: string;
  enabled: boolean;
}

export function webhookKind(call: Call): Kind {
  const base = '/api/Alerts/1/webhooks';
  return {
    name: 'webhook',
    max: 4,
    create: ({ tag }) => {
      const json = { name: tag, url: `${RECEIVER}/0`, kinds: ['rate-limited'], enabled: true };
      return Promise.resolve({
        action: 'addWebhook',
        request: { method: 'POST', path: base, json },
        next: { url: json.url, enabled: true },
      });
    },
    changes(thing, random, turn) {
      return [
        async () => {
          await this.read(thing);
          const json = { url: `${RECEIVER}/${turn}`, enabled: random.below(2) === 0 };
          return {
            action: 'changeWebhook',
            request: { method: 'PUT', path: `${base}/${thing.id}`, json },
            next: json,
          };
        },
        async () => {
          await this.read(thing);
          return {
            action: 'removeWebhook',
            request: { method: 'DELETE', path: `${base}/${thing.id}` },
            next: null,
          };
        },
      ];
    },
    async read(thing) {
      const { items } = await ask<{ items: FoundWebhook[] }>(call, { path: base });
      const [webhook, second] = items.filter(({ name }) => name === thing.tag);
      if (!webhook) return null;
      thing.id = webhook.id;
      return second ? { twice: thing.tag } : { url: webhook.url, enabled: webhook.enabled };
    },
  };
}

export function alertRulesKind(call: Call): Kind {
  const path = '/api/Alerts/1/rules';
  return {
    name: 'alert-rules',
    max: 1,
    create: null,
    changes: (_, random) => {
      const threshold = 1 + random.below(100);
      const json = { rules: [{ kind: 'threshold', ledger: null, threshold, enabled: true }] };
      return [() => ({ action: 'setAlertRules', request: { method: 'PUT', path, json }, next: json })];
    },
    read: () => ask(call, { path }),
  };
}

interface FoundServer {
  purpose: string;
  bot: { url: string; model: string; hasKey: boolean } | null;
}

/** Of one purpose, so that two workers need not agree. */
export function modelKind(call: Call): Kind {
  const purpose = 'speech';
  const path = `/api/Models/1/${purpose}`;
  return {
    name: 'model-server',
    max: 1,
    create: null,
    changes({ state }, _, turn) {
      const server = { url: `${RECEIVER}/v1`, model: `نموذج-${turn}` };
      const set = (): Change => ({
        action: 'setModel',
        request: { method: 'PUT', path, json: { ...server, scope: 'bot', key: `sk-${turn}` } },
        next: { ...server, hasKey: true },
      });
      const remove = (): Change => ({
        action: 'removeModel',
        request: { method: 'DELETE', path: `${path}?scope=bot` },
        next: null,
      });
      return state === null ? [set] : [set, remove];
    },
    async read() {
      const { items } = await ask<{ items: FoundServer[] }>(call, { path: '/api/Models/1' });
      const bot = items.find((server) => server.purpose === purpose)?.bot;
      return bot ? { url: bot.url, model: bot.model, hasKey: bot.hasKey } : null;
    },
  };
}

/** What the bot of the settings may be told. */
export function botSettingsKind(call: Call): Kind {
  return {
    name: 'bot-settings',
    max: 1,
    create: null,
    changes(_, random, turn) {
      const json = {
        name: `بوت الدعم ${turn}`,
        concurrency: 20 + random.below(80),
        allowedHosts: [`h${turn}.example.org`],
      };
      return [
        () => ({ action: 'changeBot', request: { method: 'PUT', path: '/api/Bots/1', json }, next: json }),
      ];
    },
    async read() {
      const { items } = await ask<{
        items: { id: number; name: string; concurrency: number; allowedHosts: string[] }[];
      }>(call, { path: '/api/Bots?limit=100' });
      const bot = items.find(({ id }) => id === 1);
      return bot ? { name: bot.name, concurrency: bot.concurrency, allowedHosts: bot.allowedHosts } : null;
    },
  };
}

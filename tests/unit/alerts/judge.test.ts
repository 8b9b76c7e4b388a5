import { describe, expect, test } from 'vitest';
import type { Alert, AlertRule } from '#gateway/modules/alerts/ports/alerts.ts';
import {
  DEFAULT_RULES,
  normaliseRules,
  resolveConditions,
} from '#gateway/modules/alerts/services/alert-conditions.ts';
import {
  type AlertInputs,
  type BurnRateForecast,
  evaluateAlerts,
} from '#gateway/modules/alerts/services/evaluate-alerts.ts';
import type { LedgerState } from '#gateway/modules/usage/model.ts';

const NOW = new Date('2026-11-21T09:00:00Z');
const MINUTE = 60_000;
const ledger = (change: Partial<LedgerState> = {}): LedgerState => ({
  ledger: 'text',
  used: 0,
  reserved: 0,
  total: 1000,
  period: 'monthly',
  zone: 'Asia/Riyadh',
  startsOn: new Date('2026-10-31T21:00:00Z'),
  endsOn: new Date('2026-11-30T21:00:00Z'),
  ...change,
});

/** A bot's alerts through time, without a database. */
function createStory(rules: readonly AlertRule[] = DEFAULT_RULES) {
  const alerts: Alert[] = [];
  const look = (
    states: LedgerState[],
    given: {
      now?: Date;
      outlook?: BurnRateForecast | null;
      refused?: { whose: 'bot' | 'key'; needed: number; total?: number };
      cap?: number | null | 'revoked';
      busy?: { calls: number; lastOn: Date | null };
      rules?: readonly AlertRule[];
    } = {},
  ) => {
    const now = given.now ?? NOW;
    const open = alerts.filter(({ clearedOn }) => clearedOn === null);
    const family = given.refused?.whose === 'key' ? 'k1' : null;
    const refused = given.refused ? [{ ledger: 'text' as const, family }] : [];
    const watched = resolveConditions(given.rules ?? rules, states, now, { rejected: refused, open });
    const refusals: AlertInputs['rejections'] = new Map(
      watched.flatMap((condition) =>
        condition.kind === 'quota-exceeded' && given.refused && condition.family === family
          ? [
              [
                condition.dedupKey,
                {
                  key: family === null ? null : { id: 'k1', name: 'مكتب الدعم', used: 950 },
                  needed: given.refused.needed,
                  remaining: 0,
                  total: given.refused.total ?? condition.state.total,
                  on: now,
                },
              ],
            ]
          : [],
      ),
    );
    const verdict = evaluateAlerts({
      now,
      conditions: watched,
      open,
      latest: new Map(alerts.map((alert) => [alert.dedupKey, alert])),
      forecasts: given.outlook === undefined ? undefined : new Map([['text', given.outlook]]),
      caps: new Map(
        watched.flatMap(({ dedupKey }) =>
          given.cap === 'revoked' ? [] : [[dedupKey, given.cap === undefined ? 1000 : given.cap]],
        ),
      ),
      rejections: refusals,
      rateLimited: given.busy ?? { calls: 0, lastOn: null },
    });
    for (const { id } of verdict.clear) {
      const cleared = alerts.find((alert) => alert.id === id);
      if (cleared) cleared.clearedOn = now;
    }
    for (const { alert, on } of verdict.seen) alert.seenOn = on;
    for (const firing of verdict.fire)
      alerts.push({
        ...firing,
        botId: 1,
        id: alerts.length + 1,
        firedOn: now,
        seenOn: now,
        clearedOn: null,
      });
    return {
      fired: verdict.fire.map(({ kind, threshold }) => (threshold === null ? kind : `${kind} ${threshold}`)),
      cleared: verdict.clear.map(({ kind, threshold }) =>
        threshold === null ? kind : `${kind} ${threshold}`,
      ),
      details: verdict.fire.at(-1)?.details,
    };
  };
  return look;
}
const NOTHING = { fired: [], cleared: [], details: undefined };

describe('a threshold', () => {
  test('fires once, when it is reached and not before', () => {
    const look = createStory();
    expect(look([ledger({ used: 799 })])).toEqual(NOTHING);
    expect(look([ledger({ used: 800 })])).toMatchObject({
      fired: ['threshold 80'],
      details: { used: 800, total: 1000, endsOn: '2026-11-30T21:00:00.000Z' },
    });
    expect(look([ledger({ used: 950 })])).toEqual(NOTHING);
    expect(look([ledger({ used: 1000 })])).toMatchObject({ fired: ['threshold 100'], cleared: [] });
  });

  test('fires every threshold that one call crosses', () => {
    expect(createStory()([ledger({ used: 1000 })]).fired).toEqual(['threshold 80', 'threshold 100']);
  });

  test('clears when the quota is raised, and fires again at the new height', () => {
    const look = createStory();
    look([ledger({ used: 850 })]);
    expect(look([ledger({ used: 850, total: 2000 })])).toMatchObject({
      fired: [],
      cleared: ['threshold 80'],
    });
    expect(look([ledger({ used: 1600, total: 2000 })]).fired).toEqual(['threshold 80']);
  });

  test('clears with the end of the period, even before any use of the next period', () => {
    const look = createStory();
    look([ledger({ used: 850 })]);
    const over = look([ledger({ used: 850 })], { now: new Date('2026-12-01T00:00:00Z') });
    expect(over).toMatchObject({ fired: [], cleared: ['threshold 80'] });
    const next = { startsOn: new Date('2026-11-30T21:00:00Z'), endsOn: new Date('2026-12-31T21:00:00Z') };
    expect(look([ledger({ used: 900, ...next })], { now: new Date('2026-12-05T00:00:00Z') }).fired).toEqual([
      'threshold 80',
    ]);
  });

  test('ignores an empty quota until the first use', () => {
    const look = createStory();
    expect(look([ledger({ total: 0 })])).toEqual(NOTHING);
    expect(look([ledger({ total: 0, used: 5 })]).fired).toEqual(['threshold 80', 'threshold 100']);
  });

  test('clears when its rule is disabled or removed', () => {
    const look = createStory();
    look([ledger({ used: 850 })]);
    expect(look([ledger({ used: 850 })], { rules: [] }).cleared).toEqual(['threshold 80']);
  });
});

describe('through a year of random use', () => {
  /** Numbers that look like chance and are the same each time. */
  function createChance(seed: number) {
    let state = seed;
    return (below: number) => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
      return (state >> 8) % below;
    };
  }

  test.each([1, 2, 3, 4, 5])(
    'each line is open exactly while it is over, and fires once each time it comes to be (%i)',
    (seed) => {
      const chance = createChance(seed);
      const look = createStory();
      const open = new Set<string>();
      let state = ledger();
      let now = NOW;
      for (let step = 0; step < 2000; step += 1) {
        const what = chance(20);
        if (what < 14) state = { ...state, used: state.used + chance(60) };
        else if (what < 16) state = { ...state, total: 200 + chance(2000) };
        else if (what < 17)
          state = {
            ...state,
            used: 0,
            startsOn: now,
            endsOn: new Date(now.getTime() + 30 * 24 * 60 * MINUTE),
          };
        else now = new Date(now.getTime() + chance(600) * MINUTE);
        const isCurrent = state.endsOn === null || state.endsOn > now;
        const { fired, cleared } = look([state], { now });
        for (const threshold of [80, 100]) {
          const name = `threshold ${threshold}`;
          const isOver = isCurrent && state.used > 0 && state.used * 100 >= threshold * state.total;
          const times = fired.filter((firing) => firing === name).length;
          // A new period clears the old alert and may fire another one.
          if (cleared.includes(name)) open.delete(name);
          expect(times).toBe(isOver && !open.has(name) ? 1 : 0);
          if (times > 0) open.add(name);
          expect(open.has(name)).toBe(isOver);
        }
      }
    },
  );
});

describe('a burn rate', () => {
  const ends: BurnRateForecast = { burnRate: 60, lastDay: 20261125, exhaustsBeforeReset: true };
  test('fires while quota remains, and stays open until there is a margin', () => {
    const look = createStory();
    const state = ledger({ used: 500 });
    expect(look([state], { outlook: null })).toEqual(NOTHING);
    expect(look([state], { outlook: ends })).toMatchObject({
      fired: ['burn-rate'],
      details: { burnRate: 60, lastDay: '2026-11-25', endsDay: '2026-12-01' },
    });
    // 9.5 days at 51 a day are 485 of 500: enough, but hardly.
    expect(look([state], { outlook: { burnRate: 51, lastDay: null, exhaustsBeforeReset: false } })).toEqual(
      NOTHING,
    );
    expect(look([state])).toEqual(NOTHING);
    expect(
      look([state], { outlook: { burnRate: 40, lastDay: null, exhaustsBeforeReset: false } }).cleared,
    ).toEqual(['burn-rate']);
  });

  test('does not say that a quota runs out whose calls are rejected already', () => {
    const look = createStory();
    const state = ledger({ used: 790 });
    const ends = { burnRate: 60, lastDay: 20261125, exhaustsBeforeReset: true };
    expect(look([state], { refused: { whose: 'bot', needed: 300 } }).fired).toEqual(['quota-exceeded']);
    expect(look([state], { outlook: ends }).fired).toEqual([]);
    expect(look([ledger({ used: 600 })], { outlook: ends }).fired).toEqual([]);
    expect(look([ledger({ used: 600 })], { outlook: ends }).fired).toEqual(['burn-rate']);
  });

  test('clears when there is no forecast for lack of usage, but not while checks pause', () => {
    const look = createStory();
    const state = ledger({ used: 500, period: 'none', startsOn: null, endsOn: null });
    expect(look([state], { outlook: ends }).fired).toEqual(['burn-rate']);
    expect(look([state])).toEqual(NOTHING);
    expect(look([state], { outlook: null })).toMatchObject({ fired: [], cleared: ['burn-rate'] });
    expect(look([state], { outlook: null })).toEqual(NOTHING);
    expect(look([state], { outlook: ends }).fired).toEqual(['burn-rate']);
  });

  test('leaves an exhausted quota to the threshold', () => {
    expect(createStory()([ledger({ used: 1000 })], { outlook: ends }).fired).toEqual([
      'threshold 80',
      'threshold 100',
    ]);
  });
});

describe('an exceeded quota', () => {
  const refused = { whose: 'bot', needed: 300 } as const;
  test('fires with the first 402 of a period, and clears when the refused amount would fit', () => {
    const look = createStory();
    expect(look([ledger({ used: 750 })], { refused })).toMatchObject({
      fired: ['quota-exceeded'],
      details: { needed: 300, total: 1000, of: 'bot' },
    });
    expect(look([ledger({ used: 750 })], { refused })).toEqual(NOTHING);
    expect(look([ledger({ used: 600 })])).toMatchObject({ cleared: ['quota-exceeded'] });
    expect(look([ledger({ used: 750 })], { refused })).toEqual(NOTHING);
  });

  test('fires again after another quota was granted', () => {
    const look = createStory();
    look([ledger({ used: 750 })], { refused });
    expect(look([ledger({ used: 750, total: 1100 })]).cleared).toEqual(['quota-exceeded']);
    expect(look([ledger({ used: 900, total: 1100 })], { refused }).fired).toEqual([
      'threshold 80',
      'quota-exceeded',
    ]);
  });

  test('fires again a day after it cleared, also without periods', () => {
    const look = createStory();
    const state = ledger({ used: 750, period: 'none', startsOn: null, endsOn: null });
    const timeAt = (minutes: number) => new Date(NOW.getTime() + minutes * MINUTE);
    expect(look([state], { refused }).fired).toEqual(['quota-exceeded']);
    expect(look([{ ...state, used: 600 }], { now: timeAt(1) }).cleared).toEqual(['quota-exceeded']);
    expect(look([state], { refused, now: timeAt(24 * 60) })).toEqual(NOTHING);
    expect(look([state], { refused, now: timeAt(24 * 60 + 1) }).fired).toEqual(['quota-exceeded']);
    expect(look([state], { refused, now: timeAt(48 * 60) })).toEqual(NOTHING);
  });

  test("distinguishes a key's cap from the quota, and clears after an hour without a refused key", () => {
    const look = createStory();
    const capped = { whose: 'key', needed: 300 } as const;
    const timeAt = (minutes: number) => new Date(NOW.getTime() + minutes * MINUTE);
    expect(look([ledger()], { refused: capped })).toMatchObject({
      fired: ['quota-exceeded'],
      details: { of: 'key', key: 'k1', name: 'مكتب الدعم', used: 950, total: 1000 },
    });
    expect(look([ledger()], { refused: capped, now: timeAt(50) })).toEqual(NOTHING);
    expect(look([ledger({ used: 750 })], { refused, now: timeAt(60) }).fired).toEqual(['quota-exceeded']);
    expect(look([ledger({ used: 750 })], { now: timeAt(109) })).toEqual(NOTHING);
    expect(look([ledger({ used: 750 })], { now: timeAt(110) }).cleared).toEqual(['quota-exceeded']);
  });
});

describe('an alert on a cap', () => {
  const capped = { whose: 'key', needed: 300 } as const;
  test.each([
    ['was raised', 2000, true],
    ['was taken away', null, true],
    ['has no key any more', 'revoked', true],
    ['stays', 1000, false],
    ['was lowered', 500, false],
  ] as const)('of a key whose cap %s: %s, clears at once: %s', (_, cap, clears) => {
    const look = createStory();
    look([ledger()], { refused: capped, cap: 1000 });
    const now = new Date(NOW.getTime() + MINUTE);
    expect(look([ledger()], { cap, now }).cleared).toEqual(clears ? ['quota-exceeded'] : []);
  });

  const timeAt = (minutes: number) => new Date(NOW.getTime() + minutes * MINUTE);
  const raised = { ...capped, total: 2000 };
  test('fires for the raised cap as soon as it is reached, and for each cap once a day', () => {
    const look = createStory();
    look([ledger()], { refused: capped, cap: 1000 });
    expect(look([ledger()], { cap: 2000, now: timeAt(1) }).cleared).toEqual(['quota-exceeded']);
    // A server that does not know of the new cap yet.
    expect(look([ledger()], { refused: capped, cap: 2000, now: timeAt(2) })).toEqual(NOTHING);
    expect(look([ledger()], { refused: raised, cap: 2000, now: timeAt(3) })).toMatchObject({
      fired: ['quota-exceeded'],
      details: { total: 2000 },
    });
    expect(look([ledger()], { refused: raised, cap: 2000, now: timeAt(4) })).toEqual(NOTHING);
    expect(look([ledger()], { cap: 2000, now: timeAt(64) }).cleared).toEqual(['quota-exceeded']);
    expect(look([ledger()], { refused: raised, cap: 2000, now: timeAt(65) })).toEqual(NOTHING);
    expect(look([ledger()], { refused: capped, cap: 1000, now: timeAt(66) })).toEqual(NOTHING);
    expect(look([ledger()], { refused: raised, cap: 2000, now: timeAt(65 + 24 * 60) }).fired).toEqual([
      'quota-exceeded',
    ]);
  });

  test('is replaced when the raised cap is reached before the next check', () => {
    const look = createStory();
    look([ledger()], { refused: capped, cap: 1000 });
    expect(look([ledger()], { refused: raised, cap: 2000, now: timeAt(1) })).toMatchObject({
      fired: ['quota-exceeded'],
      cleared: ['quota-exceeded'],
      details: { total: 2000 },
    });
    expect(look([ledger()], { refused: capped, cap: null, now: timeAt(2) })).toMatchObject({
      fired: [],
      cleared: ['quota-exceeded'],
    });
  });
});

describe('an alert on the quota of a bot', () => {
  test('is replaced when the raised quota is exhausted before the next check', () => {
    const look = createStory([{ kind: 'quota-exceeded', ledger: null, threshold: null, enabled: true }]);
    const refused = { whose: 'bot', needed: 300 } as const;
    look([ledger({ used: 750 })], { refused });
    expect(look([ledger({ used: 1950, total: 2000 })], { refused })).toMatchObject({
      fired: ['quota-exceeded'],
      cleared: ['quota-exceeded'],
      details: { total: 2000 },
    });
    expect(look([ledger({ used: 1950, total: 2000 })], { refused })).toEqual(NOTHING);
  });
});

describe('a rise of 429', () => {
  const timeAt = (minutes: number) => new Date(NOW.getTime() + minutes * MINUTE);
  test('fires at so many, and clears after ten quiet minutes, not at the edge', () => {
    const look = createStory();
    expect(look([ledger()], { busy: { calls: 9, lastOn: NOW } })).toEqual(NOTHING);
    expect(look([ledger()], { busy: { calls: 10, lastOn: NOW } })).toMatchObject({
      fired: ['rate-limited 10'],
      details: { calls: 10, minutes: 10 },
    });
    // Fewer than it takes to fire keep it open all the same.
    expect(look([ledger()], { now: timeAt(8), busy: { calls: 3, lastOn: timeAt(7) } })).toEqual(NOTHING);
    expect(look([ledger()], { now: timeAt(16), busy: { calls: 0, lastOn: null } })).toEqual(NOTHING);
    expect(look([ledger()], { now: timeAt(17), busy: { calls: 0, lastOn: null } }).cleared).toEqual([
      'rate-limited 10',
    ]);
  });
});

describe('rules', () => {
  test('hold for each ledger once, however often they are written', () => {
    const rules = normaliseRules([
      { kind: 'threshold', ledger: null, threshold: 80, enabled: true },
      { kind: 'threshold', ledger: 'text', threshold: 80, enabled: true },
      { kind: 'threshold', ledger: null, threshold: 80, enabled: false },
      { kind: 'burn-rate', ledger: null, threshold: 7, enabled: true },
      { kind: 'rate-limited', ledger: 'text', threshold: 3, enabled: true },
    ]);
    expect(rules).toEqual([
      { kind: 'threshold', ledger: null, threshold: 80, enabled: true },
      { kind: 'threshold', ledger: 'text', threshold: 80, enabled: true },
      { kind: 'burn-rate', ledger: null, threshold: null, enabled: true },
      { kind: 'rate-limited', ledger: null, threshold: 3, enabled: true },
    ]);
    const watched = resolveConditions(
      rules,
      [ledger(), ledger({ ledger: 'audio', startsOn: null, endsOn: null })],
      NOW,
    );
    expect(watched.map(({ dedupKey }) => dedupKey)).toEqual([
      'threshold-80:text:2026-10-31T21:00:00.000Z',
      'threshold-80:audio:none',
      'burn-rate:text:2026-10-31T21:00:00.000Z',
      'burn-rate:audio:none',
      'rate-limited:3',
    ]);
  });
});

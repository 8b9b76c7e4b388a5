import { describe, expect, test } from 'vitest';
import { createConsumptionHistory, downsample } from '#src/api/stores/consumption-history.ts';
import { dailyUsage, findResets, ledgerStateFromSamples } from '#src/ui/quota/observed-usage.ts';

const CONNECTION = { baseUrl: 'https://gateway.example.com', bot: '7' };
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const START = Date.parse('2026-11-01T09:00:00Z');

function memoryStore() {
  const entries = new Map<string, string>();
  return {
    kept: entries,
    getItem: (name: string) => entries.get(name) ?? null,
    setItem: (name: string, value: string) => void entries.set(name, value),
    removeItem: (name: string) => void entries.delete(name),
  };
}

describe('the Consumption values that a browser saw', () => {
  test('are kept once an hour from the first on, by address and bot, without the key', () => {
    const store = memoryStore();
    const history = createConsumptionHistory(
      { ...CONNECTION, key: 'a-secret-key' } as typeof CONNECTION,
      store,
    );
    for (let minute = 0; minute < 120; minute += 10)
      history.record({ used: 100 + minute, total: 5000 }, START + minute * 60_000);
    expect(history.all().map(({ used }) => used)).toEqual([100, 150, 210]);
    expect([...store.kept.keys()]).toEqual(['fihrist.consumption https://gateway.example.com 7']);
    expect(JSON.stringify([...store.kept])).not.toContain('secret');
    expect(createConsumptionHistory(CONNECTION, store).all()).toEqual(history.all());
    expect(createConsumptionHistory({ ...CONNECTION, bot: '8' }, store).all()).toEqual([]);
  });

  test('stay few: hours for two weeks, then days, and nothing after 400 days', () => {
    const hourly = Array.from({ length: 24 * 450 }, (_, hour) => ({
      time: START + hour * HOUR,
      used: hour,
      total: 1_000_000,
    }));
    const now = START + 24 * 450 * HOUR;
    const seen = downsample(hourly, now);
    expect(seen.length).toBeLessThanOrEqual(14 * 24 + 400 + 2);
    expect(seen.length).toBeGreaterThan(14 * 24 + 380);
    expect(downsample(seen, now)).toEqual(seen);
    expect(seen.at(-1)).toEqual(hourly.at(-1));
    const falling = Array.from({ length: 9000 }, (_, minute) => ({
      time: now - minute * 60_000,
      used: minute % 2,
      total: 10,
    })).reverse();
    expect(downsample(falling, now).length).toBeLessThanOrEqual(1200);
  });

  test('keep the highest value before a reset, and recognise the reset', () => {
    const seen = [
      { time: START, used: 100, total: 1000 },
      { time: START + 10_000, used: 900, total: 1000 },
      { time: START + 20 * 60_000, used: 20, total: 1000 },
      { time: START + 30 * 60_000, used: 50, total: 1000 },
    ];
    expect(downsample(seen, START + HOUR).map(({ used }) => used)).toEqual([100, 900, 50]);
    expect(findResets(downsample(seen, START + HOUR)).map(({ used }) => used)).toEqual([50]);
  });

  test('take an older answer that arrives late for no reset', () => {
    const history = createConsumptionHistory(CONNECTION, memoryStore());
    history.record({ used: 500, total: 1000 }, START);
    history.record({ used: 480, total: 1000 }, START + 2000);
    expect(history.all().map(({ used }) => used)).toEqual([500]);
    history.record({ used: 30, total: 1000 }, START + DAY);
    expect(history.all().map(({ used }) => used)).toEqual([500, 30]);
  });

  test('are forgotten when asked, tell who listens, and last without a storage', () => {
    const history = createConsumptionHistory(CONNECTION, undefined);
    let notified = 0;
    history.subscribe(() => (notified += 1));
    history.record({ used: 10, total: 100 }, START);
    history.record({ used: 10, total: 100 }, START + 60_000);
    expect(history.all()).toHaveLength(1);
    history.clear();
    expect(history.all()).toEqual([]);
    expect(notified).toBe(2);
  });

  test('survive a storage that holds nonsense or is full', () => {
    const store = memoryStore();
    store.kept.set('fihrist.consumption https://gateway.example.com 7', '{"no":');
    const history = createConsumptionHistory(CONNECTION, store);
    expect(history.all()).toEqual([]);
    const full = {
      ...memoryStore(),
      setItem: () => {
        throw new Error('full');
      },
    };
    const other = createConsumptionHistory(CONNECTION, full);
    other.record({ used: 10, total: 100 }, START);
    expect(other.all()).toHaveLength(1);
  });
});

describe('a pace from what was seen', () => {
  const daily = (uses: readonly number[]) => {
    let used = 0;
    return [0, ...uses].map((amount, day) => {
      used += amount;
      return { time: START + day * DAY, used, total: 10_000 };
    });
  };

  test('needs a day of watching', () => {
    const seen = [
      { time: START, used: 0, total: 1000 },
      { time: START + HOUR, used: 300, total: 1000 },
    ];
    expect(ledgerStateFromSamples(seen, START + HOUR, 'UTC')?.forecast).toBeNull();
    expect(ledgerStateFromSamples([], START)).toBeUndefined();
  });

  test('gives the expected last day and its bounds', () => {
    const seen = daily([500, 500, 500, 500, 500, 500, 500, 500, 500, 500]);
    const state = ledgerStateFromSamples(seen, START + 10 * DAY, 'UTC');
    expect(state?.used).toBe(5000);
    expect(state?.forecast?.burnRate).toBeCloseTo(500);
    expect(state?.forecast?.lastDay).toBe('2026-11-21');
    const { earliest, latest } = state?.forecast ?? {};
    expect(earliest && earliest <= '2026-11-21').toBe(true);
    expect(latest && latest >= '2026-11-21').toBe(true);
  });

  test('spreads what was used while nobody looked over all of that time', () => {
    const seen = [
      { time: START, used: 0, total: 10_000 },
      { time: START + 60 * DAY, used: 3600, total: 10_000 },
    ];
    const { burnRate, peak } = ledgerStateFromSamples(seen, START + 60 * DAY, 'UTC')?.forecast ?? {};
    expect(burnRate).toBeCloseTo(60);
    expect(peak).toBeCloseTo(60);
  });

  test('is less sure where days differ more', () => {
    const width = (uses: readonly number[]) => {
      const { earliest, latest } =
        ledgerStateFromSamples(daily(uses), START + 10 * DAY, 'UTC')?.forecast ?? {};
      return Date.parse(latest ?? '2027-11-11') - Date.parse(earliest ?? '');
    };
    const even = width([500, 500, 500, 500, 500, 500, 500, 500, 500, 500]);
    const wild = width([50, 950, 50, 950, 50, 950, 50, 950, 50, 950]);
    expect(wild).toBeGreaterThan(2 * even);
  });

  test('counts what is used after a reset, not the fall', () => {
    const seen = [
      { time: START, used: 800, total: 1000 },
      { time: START + DAY, used: 900, total: 1000 },
      { time: START + 2 * DAY, used: 100, total: 1000 },
    ];
    const days = dailyUsage(seen, START + 2 * DAY, 'UTC');
    expect(days.reduce((sum, { amount }) => sum + amount, 0)).toBe(200);
    expect(days.every(({ amount }) => amount >= 0)).toBe(true);
  });
});

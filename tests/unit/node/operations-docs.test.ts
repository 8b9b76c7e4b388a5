/** What an operator reads of is what there is: every log event, figure and command, and nothing else. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { COMMANDS } from '#gateway/node/operate/cli/commands.ts';
import { countEvents } from '#gateway/node/server/metrics/count-events.ts';
import { gaugeState } from '#gateway/node/server/metrics/gauge-state.ts';
import { modelSettingsShape } from '#gateway/node/server/settings/model-settings.ts';
import { createTestGateway } from '#tests/support/gateway.ts';

const docs = readFileSync('docs/operations.md', 'utf8');
const section = (title: string) => docs.split(/^## /m).find((part) => part.startsWith(`${title}\n`)) ?? '';
/** Codes in the first column of a section's table. */
const listed = (title: string) =>
  section(title)
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .flatMap((line) => [...(line.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, word = '']) => word));

test('every log event', () => {
  const sources = readdirSync('gateway', { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'));
  const logged = sources.flatMap((text) => [
    ...[...text.matchAll(/\blog\s*\??\.(?:debug|info|warn|error)\(\s*'([\w-]+)'/g)].map(([, event]) => event),
    ...[...text.matchAll(/\blog\.\w+\(\w+ \? '([\w-]+)' : '([\w-]+)'/g)].flatMap(([, ...events]) => events),
    // Failures of jobs, logged by the worker.
    ...[...text.matchAll(/\bfailure: '([\w-]+)'/g)].map(([, event]) => event),
    // Lines that are written without a log.
    ...[...text.matchAll(/\bmsg: '([\w-]+)'/g)].map(([, event]) => event),
    ...[...text.matchAll(/level: '\w+', event: '([\w-]+)'/g)].map(([, event]) => event),
  ]);
  expect(logged.length).toBeGreaterThan(25);
  expect([...new Set(logged)].map(String).toSorted()).toEqual(listed('Logs').toSorted());
});

test('every metric of the gateway', async () => {
  const registry = new Registry();
  countEvents(registry);
  const gateway = await createTestGateway();
  gaugeState(registry, {
    ports: gateway.ports,
    searches: { active: () => 0, waiting: () => 0 },
    indexerState: () => ({ alive: true, ready: true, silentMs: 0, starts: 1 }),
    caches: { segmentBytes: () => 0, vectorBytes: () => 0, limit: 0 },
  });
  await gateway.close();
  const names = registry.getMetricsAsArray().map(({ name }) => name);
  // `a_used`, `_reserved` stand for `a_used`, `a_reserved`.
  const metrics: string[] = [];
  for (const name of listed('Metrics').filter((word) => /^(?:fihrist)?_/.test(word)))
    metrics.push(name.startsWith('_') ? (metrics.at(-1)?.replace(/_[a-z]+$/, '') ?? '') + name : name);
  expect([...names, 'fihrist_info', 'fihrist_log_lines_dropped'].toSorted()).toEqual(metrics.toSorted());
});

test('every command', () => {
  const rows = section('Commands');
  for (const { name } of COMMANDS) expect(rows).toMatch(new RegExp(`\`${name}[ \`]`));
});

test('every setting, with settings of model servers by purpose', () => {
  const folder = 'gateway/node/server/settings';
  const sources = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
  const settings = new Set([
    ...Object.keys(modelSettingsShape),
    ...sources.flatMap((text) =>
      Array.from(text.matchAll(/^ {2,4}((?:FIHRIST_|PORT|HOST)\w*):/gm), ([, name = '']) => name),
    ),
  ]);
  expect(settings.size).toBeGreaterThan(50);
  const rows = [readFileSync('README.md', 'utf8'), readFileSync('docs/models.md', 'utf8')].flatMap((text) =>
    text.split('\n').filter((line) => /^\| `(?:FIHRIST_|PORT|HOST)/.test(line)),
  );
  // `FIHRIST_A_URL`, `_MODEL` stand for `FIHRIST_A_MODEL` as well, and `_FILE` for the file of any setting.
  const documented = rows.flatMap((row) => {
    const words = Array.from(row.matchAll(/`(\w+)`/g), ([, word = '']) => word);
    return words.flatMap((word) =>
      word.startsWith('_')
        ? words
            .filter((name) => !name.startsWith('_'))
            .map((name) => name.replace(/(?:_(?:ACCESS_KEY|[A-Z]+))$/, word))
        : [word],
    );
  });
  const ofEach =
    /^FIHRIST_(?:EMBEDDINGS|TRANSCRIPTION|SPEECH)_(?=(?:FIRST_SECONDS|SILENCE_SECONDS|CONCURRENCY)$)/;
  const missing = [...settings]
    .map((name) => name.replace(ofEach, 'FIHRIST_CHAT_').replace(/_FILE$/, ''))
    .filter((name) => !documented.includes(name));
  expect(missing).toEqual([]);
});

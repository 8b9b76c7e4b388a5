/** The code that docs/alerts.md gives to receivers, run as it stands there. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { DELIVERY_PROBLEMS } from '#contract/alerts.ts';
import { BACKOFF_DELAYS_MS } from '#gateway/modules/alerts/services/retry-backoff.ts';
import { makeWebhookSecret, signWebhook } from '#gateway/modules/alerts/services/sign-webhook.ts';

const DOCS = readFileSync('docs/alerts.md', 'utf8');
const BODY = '{"message":"استُهلك ٨٠٪"}';

function snippet(language: string): string {
  const [, code] = new RegExp(`\`\`\`${language}\n(.*?)\n\`\`\``, 'su').exec(DOCS) ?? [];
  if (code === undefined) throw new Error(`no ${language} in docs/alerts.md`);
  return code;
}

/** A genuine message, and forged variants of it. */
async function samples() {
  const secret = makeWebhookSecret();
  const now = new Date();
  const headers = await signWebhook(secret, 'msg_1', now, BODY);
  const old = await signWebhook(secret, 'msg_1', new Date(now.getTime() - 600_000), BODY);
  return [
    { secret, headers, body: BODY, genuine: true },
    {
      secret,
      headers: { ...headers, 'webhook-signature': `v1,AAAA ${headers['webhook-signature']}` },
      body: BODY,
      genuine: true,
    },
    { secret, headers, body: BODY.replace('٨', '٩'), genuine: false },
    { secret, headers: { ...headers, 'webhook-id': 'msg_2' }, body: BODY, genuine: false },
    { secret: makeWebhookSecret(), headers, body: BODY, genuine: false },
    { secret, headers: old, body: BODY, genuine: false },
    { secret, headers: { ...headers, 'webhook-timestamp': 'soon' }, body: BODY, genuine: false },
  ];
}

describe('docs/alerts.md', () => {
  test('checks signatures in Node', async () => {
    const { isOurs } = (await import(`data:text/javascript,${encodeURIComponent(snippet('js'))}`)) as {
      isOurs: (secret: string, headers: Record<string, string>, body: string) => boolean;
    };
    for (const { secret, headers, body, genuine } of await samples())
      expect(isOurs(secret, headers, body)).toBe(genuine);
  });

  test.skipIf(spawnSync('python3', ['--version']).status !== 0)('checks signatures in Python', async () => {
    // Python refuses a timestamp that is not a number by an exception.
    const given = (await samples()).slice(0, -1);
    const script = [
      'import json, sys',
      snippet('python'),
      'for one in json.load(sys.stdin): print(is_ours(one["secret"], one["headers"], one["body"].encode()))',
    ].join('\n');
    const ran = spawnSync('python3', ['-c', script], { input: JSON.stringify(given), encoding: 'utf8' });
    expect(ran.stderr).toBe('');
    expect(ran.stdout.trim().split('\n')).toEqual(given.map(({ genuine }) => (genuine ? 'True' : 'False')));
  });

  test('names every problem and every wait', () => {
    for (const problem of DELIVERY_PROBLEMS) expect(DOCS).toContain(`| \`${problem}\` |`);
    const units = { s: 1000, min: 60_000, h: 3_600_000 };
    const waits = [...DOCS.matchAll(/^\| \d \| (\d+) (s|min|h) \|$/gmu)].map(
      ([, count, unit]) => Number(count) * units[unit as keyof typeof units],
    );
    expect(waits).toEqual([...BACKOFF_DELAYS_MS]);
  });
});

import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { FAULTS } from '#contract/faults.ts';
import { HEADERS } from '#contract/headers.ts';
import { OPERATION_IDS, OPERATIONS } from '#contract/operations/index.ts';
import { refreshApiDocs } from '#gateway/node/operate/docs/api-reference.ts';
import { printType } from '#gateway/node/operate/docs/print-type.ts';
import { createDocs } from '#gateway/node/server/http/docs-page.ts';

const text = readFileSync('docs/api.md', 'utf8');

describe('docs/api.md', () => {
  test('is what the contract says; `npm run docs` updates it', () => {
    expect(text).toBe(refreshApiDocs(text));
    expect(() => refreshApiDocs('<!-- generated: nothing -->\n<!-- end -->')).toThrow('nothing');
  });

  test('has every operation, fault code and header', () => {
    for (const id of OPERATION_IDS) {
      const { method, path } = OPERATIONS[id];
      expect(text).toContain(`#### ${id}\n\n\`${method} ${path}\`\n`);
    }
    for (const name of [...Object.keys(FAULTS), ...Object.values(HEADERS)])
      expect(text).toContain(`\`${name}\``);
    expect(text).not.toMatch(/undefined|\{\w+, \w+\}|`unknown`/);
  });

  test('names no operation that does not exist', () => {
    const [prose = ''] = text.split('## Operations');
    const named = [...prose.matchAll(/`((?:get|create|revoke|rotate|stream|unit)[A-Z]\w+)`/g)];
    expect(named.length).toBeGreaterThan(6);
    expect(named.filter(([, id = '']) => !(id in OPERATIONS))).toEqual([]);
  });
});

describe('the page /docs/api', () => {
  const docs = createDocs('https://kb.example.com');
  const get = (path: string, method = 'GET') =>
    docs(new Request(`http://gateway.test${path}`, { method }), { address: '' });

  test('is the same text, with the address of the server, under a policy without scripts', async () => {
    const response = await get('/docs/api');
    expect([response.status, response.headers.get('content-type')]).toEqual([
      200,
      'text/html; charset=utf-8',
    ]);
    expect(response.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/]{43}='; img-src 'self'; base-uri 'none'/,
    );
    const html = await response.text();
    expect(html).toContain('<html lang="en"');
    expect(html).toContain('GATEWAY=https://kb.example.com\n');
    expect(html).toContain('href="/api/openapi.json"');
    expect(html).not.toMatch(/<script|style=|<!-- |8787/);
    for (const id of OPERATION_IDS) expect(html).toContain(`<h4 id="${id.toLowerCase()}">`);
  });

  test('has a target for each of its links, and each id once', async () => {
    const html = await (await get('/docs/api')).text();
    const ids = [...html.matchAll(/ id="([^"]*)"/g)].map(([, id = '']) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const links = [...html.matchAll(/ href="([^"]*)"/g)].map(([, href = '']) => href);
    expect(links.length).toBeGreaterThan(100);
    expect(links.filter((href) => href.startsWith('#') && !ids.includes(href.slice(1)))).toEqual([]);
    const elsewhere = links.filter((href) => !href.startsWith('#'));
    expect(elsewhere).toEqual(['/favicon.svg', '/api/openapi.json', '/']);
  });

  test('is the only one under /docs', async () => {
    for (const path of ['/docs', '/docs/', '/docs/x', '/docs/api/', '/docs/api.md', '/docs/../docs/y'])
      expect([path, (await get(path)).status]).toEqual([path, 404]);
    expect((await get('/docs/api', 'POST')).status).toBe(405);
    expect(await (await get('/docs/api', 'HEAD')).text()).toBe('');
  });
});

test('a schema is printed as a type with its limits', () => {
  const schema = {
    type: 'object',
    properties: {
      'Model.Kind': { enum: ['أ', 'ب'] },
      count: { type: 'integer', minimum: 1, maximum: 50, default: 10 },
      names: { type: 'array', items: { type: ['string', 'null'] }, minItems: 1 },
      unit: { anyOf: [{ $ref: '#/components/schemas/Unit' }, { type: 'null' }] },
      facts: { type: 'object', additionalProperties: { type: 'number' } },
    },
    required: ['count', 'unit'],
  };
  expect(printType(schema)).toBe(`{
  'Model.Kind'?: "أ" | "ب";
  count: integer; // 1 to 50, default 10
  names?: (string | null)[]; // at least 1 item
  unit: Unit | null;
  facts?: Record<string, number>;
}`);
});

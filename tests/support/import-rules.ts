import { MODULES } from '#gateway/modules.ts';
import { UNNAMED } from './read-imports.ts';

/** Bottom first: no file of a module imports anything of a module behind it. */
export const MODULE_ORDER: readonly string[] = MODULES.map(({ name }) => name);

/**
 * Which folder may import which: the one table. `tests/unit/architecture/imports.test.ts` holds every import to it, and
 * `docs/architecture.md` prints it.
 *
 * `<name>` is one path segment; in `may` it is the same segment as in `folder`, while `*` is any. A folder may always
 * import from itself. A file belongs to the first row whose folder it lies in.
 */
interface ImportRule {
  folder: string;
  /** Folders and files of ours. */
  may: readonly string[];
  /** npm packages: a list of the only ones, or all but those of the runtime and of the other program. */
  packages: readonly string[] | 'dashboard' | 'gateway' | 'any';
}

export const IMPORT_RULES: readonly ImportRule[] = [
  { folder: 'src/main.tsx', may: ['src/*'], packages: 'dashboard' },
  { folder: 'src/app', may: ['src/*'], packages: 'dashboard' },
  {
    folder: 'src/features/<name>',
    may: ['src/ui', 'src/api', 'src/i18n', 'src/page.ts', 'src/paths.ts', 'src/contract', 'src/common'],
    packages: 'dashboard',
  },
  {
    folder: 'src/ui/<name>',
    may: ['src/ui', 'src/api', 'src/i18n', 'src/paths.ts', 'src/contract', 'src/common'],
    packages: 'dashboard',
  },
  { folder: 'src/ui', may: ['src/i18n', 'src/contract', 'src/common'], packages: 'dashboard' },
  { folder: 'src/api', may: ['src/contract', 'src/common'], packages: 'dashboard' },
  { folder: 'src/i18n', may: ['src/contract', 'src/common'], packages: 'dashboard' },
  { folder: 'src/page.ts', may: ['src/api', 'src/i18n', 'src/contract'], packages: ['react'] },
  { folder: 'src/paths.ts', may: ['src/contract', 'src/common'], packages: [] },
  { folder: 'src/contract', may: ['src/common'], packages: ['zod'] },
  { folder: 'src/common', may: [], packages: ['csv-parse'] },
  {
    folder: 'conformance',
    may: ['src/contract', 'src/common'],
    packages: ['zod', 'p-queue', 'fflate', 'node:fs'],
  },
  // Rooms in an order: each may import the rooms above it in this list.
  {
    folder: 'gateway/node/storage',
    may: [
      'gateway/modules/*/sql',
      'gateway/modules/*/ports',
      'gateway/modules/*/model.ts',
      'gateway/sql',
      'gateway/core',
      'gateway/engine',
    ],
    packages: 'any',
  },
  {
    folder: 'gateway/node/processes',
    may: [
      'gateway/node/storage',
      'gateway/stores.ts',
      'gateway/sweep.ts',
      'gateway/ports.ts',
      'gateway/modules/*/services',
      'gateway/modules/*/sql',
      'gateway/modules/*/adapters',
      'gateway/modules/*/ports',
      'gateway/modules/*/model.ts',
      'gateway/sql',
      'gateway/core',
      'gateway/engine',
      'src/contract',
      'src/common',
    ],
    packages: 'any',
  },
  {
    folder: 'gateway/node/server',
    may: [
      'gateway/node/storage',
      'gateway/node/processes',
      'gateway/app.ts',
      'gateway/module-definition.ts',
      'gateway/modules.ts',
      'gateway/serving.ts',
      'gateway/stores.ts',
      'gateway/sweep.ts',
      'gateway/ports.ts',
      'gateway/http',
      'gateway/modules/*/services',
      'gateway/modules/*/sql',
      'gateway/modules/*/adapters',
      'gateway/modules/*/ports',
      'gateway/modules/*/model.ts',
      'gateway/sql',
      'gateway/core',
      'gateway/engine',
      'src/contract',
      'src/common',
    ],
    packages: 'any',
  },
  {
    folder: 'gateway/node/operate',
    may: ['gateway/*', 'conformance', 'src/contract', 'src/common'],
    packages: 'any',
  },
  {
    folder: 'gateway/app.ts',
    may: [
      'gateway/http',
      'gateway/serving.ts',
      'gateway/ports.ts',
      'gateway/core',
      'gateway/modules/*/services',
      'src/contract',
      'src/common',
    ],
    packages: 'gateway',
  },
  {
    folder: 'gateway/serving.ts',
    may: [
      'gateway/job-names.ts',
      'gateway/routes.ts',
      'gateway/modules.ts',
      'gateway/module-definition.ts',
      'gateway/http',
      'gateway/ports.ts',
      'gateway/core',
    ],
    packages: [],
  },
  { folder: 'gateway/routes.ts', may: ['gateway/http', 'gateway/ports.ts', 'src/contract'], packages: [] },
  {
    folder: 'gateway/stores.ts',
    may: [
      'gateway/modules.ts',
      'gateway/module-definition.ts',
      'gateway/sql',
      'gateway/ports.ts',
      'gateway/core',
    ],
    packages: [],
  },
  {
    folder: 'gateway/sweep.ts',
    may: ['gateway/modules.ts', 'gateway/module-definition.ts', 'gateway/ports.ts', 'gateway/core'],
    packages: [],
  },
  {
    folder: 'gateway/job-names.ts',
    may: [
      'gateway/modules.ts',
      'gateway/modules/*/model.ts',
      'gateway/module-definition.ts',
      'gateway/ports.ts',
    ],
    packages: [],
  },
  {
    folder: 'gateway/tables.ts',
    may: ['gateway/modules.ts', 'gateway/module-definition.ts', 'gateway/sql'],
    packages: [],
  },
  { folder: 'gateway/ports.ts', may: ['gateway/modules/*/ports'], packages: [] },
  { folder: 'gateway/modules.ts', may: ['gateway/modules/*/module.ts'], packages: [] },
  {
    folder: 'gateway/module-definition.ts',
    may: ['gateway/modules/*/model.ts', 'gateway/sql', 'gateway/core', 'src/contract'],
    packages: [],
  },
  {
    folder: 'gateway/http',
    may: [
      'gateway/core',
      'gateway/ports.ts',
      'gateway/modules/access/ports',
      'gateway/modules/usage/ports',
      'gateway/modules/audit/ports',
      'gateway/modules/*/model.ts',
      'gateway/modules/access/services',
      'gateway/modules/usage/services',
      'gateway/modules/audit/services',
      'src/contract',
      'src/common',
    ],
    packages: 'gateway',
  },
  {
    folder: 'gateway/modules/<name>/module.ts',
    may: [
      'gateway/module-definition.ts',
      'gateway/modules/<name>/serving.ts',
      'gateway/modules/<name>/services',
      'gateway/modules/<name>/sql',
      'gateway/modules/<name>/tables.ts',
      'gateway/modules/<name>/ports',
      'gateway/sql',
      'gateway/core',
    ],
    packages: [],
  },
  {
    folder: 'gateway/modules/<name>/serving.ts',
    may: [
      'gateway/module-definition.ts',
      'gateway/modules/<name>/routes',
      'gateway/modules/*/services',
      'gateway/modules/*/ports',
      'gateway/modules/*/model.ts',
      'gateway/core',
      'src/contract',
    ],
    packages: [],
  },
  {
    folder: 'gateway/modules/<name>/routes',
    may: [
      'gateway/modules/*/services',
      'gateway/modules/*/ports',
      'gateway/modules/*/model.ts',
      'gateway/http',
      'gateway/core',
      'gateway/engine',
      'src/contract',
      'src/common',
    ],
    packages: ['zod'],
  },
  {
    folder: 'gateway/modules/<name>/services',
    may: [
      'gateway/modules/*/services',
      'gateway/modules/*/ports',
      'gateway/modules/*/model.ts',
      'gateway/core',
      'gateway/engine',
      'src/contract',
      'src/common',
    ],
    packages: 'gateway',
  },
  {
    folder: 'gateway/modules/<name>/sql',
    may: [
      'gateway/modules/*/ports',
      'gateway/modules/*/model.ts',
      'gateway/modules/*/tables.ts',
      'gateway/modules/*/sql',
      'gateway/sql',
      'gateway/core',
      'src/contract',
      'src/common',
    ],
    packages: ['kysely'],
  },
  {
    folder: 'gateway/modules/<name>/adapters',
    may: [
      'gateway/modules/*/ports',
      'gateway/modules/*/model.ts',
      'gateway/core',
      'gateway/engine',
      'src/contract',
      'src/common',
    ],
    packages: 'gateway',
  },
  {
    folder: 'gateway/modules/<name>/ports',
    may: [
      'gateway/modules/*/ports',
      'gateway/modules/*/model.ts',
      'gateway/core',
      'gateway/engine',
      'src/contract',
      'src/common',
    ],
    packages: [],
  },
  {
    folder: 'gateway/modules/<name>/tables.ts',
    may: ['gateway/modules/*/model.ts', 'gateway/core', 'src/contract'],
    packages: [],
  },
  {
    folder: 'gateway/modules/<name>/model.ts',
    may: ['gateway/modules/*/model.ts', 'gateway/core', 'gateway/engine', 'src/contract', 'src/common'],
    packages: [],
  },
  {
    folder: 'gateway/sql',
    may: [
      'gateway/core',
      'gateway/engine',
      'gateway/modules/*/tables.ts',
      'gateway/modules/*/ports',
      'src/contract',
      'src/common',
    ],
    packages: ['kysely'],
  },
  { folder: 'gateway/engine', may: ['src/common'], packages: 'gateway' },
  { folder: 'gateway/core', may: ['src/contract', 'src/common'], packages: ['ipaddr.js', 'lru-cache'] },
  { folder: 'mocks', may: ['src/*', 'gateway/*', 'tests'], packages: 'any' },
  { folder: 'tests', may: ['src/*', 'gateway/*', 'conformance', 'mocks'], packages: 'any' },
];

/** Packages that only the gateway, or only the dashboard, knows; a trailing slash means every package of that scope. */
const GATEWAY_ONLY = ['hono', '@hono/', 'kysely', 'pino', 'undici', 'prom-client', '@fastify/busboy'];
const DASHBOARD_ONLY = [
  'react',
  'react-dom',
  'react-router',
  '@mui/',
  '@emotion/',
  '@tanstack/',
  'ky',
  'i18next',
  'react-i18next',
];
/** Only `gateway/http` and what composes the app know the web framework; SQL is known where a row names it. */
const FRAMEWORK = ['hono', '@hono/'];

const expressions = new Map<string, RegExp>();

/** A pattern of the table as an expression over paths; `name` stands in for `<name>`. */
function expression(pattern: string, name: string): RegExp {
  const key = `${pattern} ${name}`;
  let compiled = expressions.get(key);
  if (compiled === undefined) {
    const source = pattern
      .replace(/[.]/gu, '\\.')
      .replace('<name>', name)
      .replace('/*/', '/[^/]+/')
      .replace(/\/\*$/u, '');
    compiled = new RegExp(`^${source}(?:/|$)`, 'u');
    expressions.set(key, compiled);
  }
  return compiled;
}

/** The row of a file, and the value of `<name>` in it. */
export function ruleOf(file: string): { rule: ImportRule; name: string } | undefined {
  for (const rule of IMPORT_RULES) {
    const match = expression(rule.folder, '([^/]+)').exec(file);
    // `src/ui/notice.tsx` lies in `src/ui`, not in a folder of `src/ui/<name>`.
    const isFile = rule.folder.endsWith('<name>') && match?.[0] === file;
    if (match && !isFile) return { rule, name: match[1] ?? '' };
  }
  return undefined;
}

/** The module that a file lies in. */
export function moduleOf(file: string): string | undefined {
  return /^gateway\/modules\/([^/]+)\//u.exec(file)?.[1];
}

export function isAbove(module: string | undefined, other: string | undefined): boolean {
  if (module === undefined || other === undefined) return false;
  return MODULE_ORDER.indexOf(module) > MODULE_ORDER.indexOf(other);
}

/** Whether the table lets `file` import `target`: both paths from the root, or `target` the name of a package. */
export function allows(file: string, target: string): boolean {
  const row = ruleOf(file);
  if (!row || target === UNNAMED) return false;
  const { rule, name } = row;
  if (!/^(?:src|gateway|conformance|mocks|tests)\//u.test(target)) return allowsPackage(rule, file, target);
  if (isAbove(moduleOf(target), moduleOf(file))) return false;
  const own = ruleOf(target);
  if (own?.rule === rule && own.name === name) return true;
  return rule.may.some((pattern) => {
    if (!expression(pattern, name).test(target)) return false;
    // Naming a folder does not open the rows of their own inside it, except by `*`.
    if (pattern.endsWith('/*') || pattern === 'src/ui') return true;
    return (
      own === undefined || expression(pattern, name).test(`${own.rule.folder.replace('<name>', own.name)}/`)
    );
  });
}

function allowsPackage({ packages, folder }: ImportRule, file: string, target: string): boolean {
  const is = (list: readonly string[]) =>
    list.some((rule) => target === rule || target.startsWith(rule.endsWith('/') ? rule : `${rule}/`));
  if (packages === 'any') return true;
  if (typeof packages !== 'string') return is(packages);
  if (target.startsWith('node:')) return false;
  if (packages === 'dashboard') return !is(GATEWAY_ONLY);
  const web = folder === 'gateway/http' || file === 'gateway/app.ts';
  return !is(DASHBOARD_ONLY) && !is(web ? ['kysely'] : [...FRAMEWORK, 'kysely']);
}

/** The table as `docs/architecture.md` prints it. */
export function printImportRules(): string {
  const code = (list: readonly string[]) => list.map((name) => `\`${name}\``).join(', ') || 'nothing';
  const packagesOf = ({ packages }: ImportRule) => (typeof packages === 'string' ? packages : code(packages));
  return [
    '| Folder | may import | npm packages |',
    '|---|---|---|',
    ...IMPORT_RULES.map((rule) => `| \`${rule.folder}\` | ${code(rule.may)} | ${packagesOf(rule)} |`),
  ].join('\n');
}

import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'vite';

type ParseResult = ReturnType<typeof parseSync>;

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const ALIASES: Record<string, string> = {
  '#contract/': 'src/contract/',
  '#common/': 'src/common/',
  '#src/': 'src/',
  '#gateway/': 'gateway/',
  '#conformance/': 'conformance/',
  '#mocks/': 'mocks/',
  '#tests/': 'tests/',
};

/** Every source file of the three programs and the mocks, from the root, with `/`. */
export function sourceFiles(): string[] {
  return globSync('{src,gateway,conformance,mocks}/**/*.{ts,tsx,mjs}', { cwd: ROOT })
    .map((path) => path.split(sep).join('/'))
    .sort();
}

interface FileImports {
  all: string[];
  withValue: string[];
}

/** Files do not change while tests run. */
const importsByFile = new Map<string, FileImports>();

function importsOfFile(file: string): FileImports {
  const imports = importsByFile.get(file) ?? parseImports(file, readFileSync(join(ROOT, file), 'utf8'));
  importsByFile.set(file, imports);
  return imports;
}

/** What a source imports: paths from the root, or names of packages. Type-only, re-exported and dynamic ones too. */
export const importsOf = (file: string, source?: string): string[] =>
  (source === undefined ? importsOfFile(file) : parseImports(file, source)).all;

/** The imports and re-exports of a file that have a value: what is loaded with it. */
export const staticImportsOf = (file: string): string[] => importsOfFile(file).withValue;

function parseImports(file: string, source: string): FileImports {
  const parsed = parseSync(file, source);
  const { module, errors } = parsed;
  if (errors.length > 0) throw new Error(`${file} does not parse: ${errors[0]?.message}`);
  const resolve = (specifiers: string[]) => specifiers.map((specifier) => resolveImport(file, specifier));
  const recorded = module.staticImports.length + module.dynamicImports.length;
  // The tree is costly to take over, and each import that the record leaves out has its own `import` in the text.
  const isComplete = (source.match(/\bimport\b/gu)?.length ?? 0) <= recorded;
  const specifiers = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap((entry) => entry.moduleRequest?.value ?? []),
    ),
    ...module.dynamicImports.map(({ moduleRequest }) => {
      const request = source.slice(moduleRequest.start, moduleRequest.end);
      return /^(?:'([^']*)'|"([^"]*)"|`([^`$]*)`)$/u.exec(request)?.slice(1).find(Boolean) ?? UNNAMED;
    }),
    ...(isComplete ? [] : nestedImports(parsed.program)),
  ];
  return { all: resolve([...new Set(specifiers)]), withValue: resolve(specifiersWithValue(module)) };
}

function specifiersWithValue(module: ParseResult['module']): string[] {
  const imports = module.staticImports
    .filter(({ entries }) => entries.length === 0 || entries.some(({ isType }) => !isType))
    .map(({ moduleRequest }) => moduleRequest.value);
  const exports = module.staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ isType, moduleRequest }) => (isType || !moduleRequest ? [] : [moduleRequest.value])),
  );
  return [...imports, ...exports];
}

/** All that must be there before the files run: their imports and re-exports that have a value, and so on. */
export function reachStatically(files: readonly string[]): Set<string> {
  const reached = new Set(files);
  for (const file of reached)
    if (/^(?:src|gateway|conformance)\/.*\.(?:tsx?|mjs)$/u.test(file))
      for (const next of staticImportsOf(file)) reached.add(next);
  return reached;
}

/** Stands for modules that an import does not name by a literal. No folder may import it. */
export const UNNAMED = '*';

type ImportNode = { type?: string; source?: { value?: string }; expression?: { value?: string } };

/** Specifiers that the module record leaves out: `import('./x.ts').Name` as a type, `import x = require('x')`, globs. */
function nestedImports(node: unknown): string[] {
  if (node === null || typeof node !== 'object') return [];
  const specifiers = Object.values(node).flatMap(nestedImports);
  const { type, source, expression } = node as ImportNode;
  if (type === 'TSImportType') return [source?.value ?? UNNAMED, ...specifiers];
  if (type === 'TSExternalModuleReference') return [expression?.value ?? UNNAMED, ...specifiers];
  return isGlob(node) ? [UNNAMED, ...specifiers] : specifiers;
}

/** `import.meta.glob`, which names files by a pattern. */
function isGlob(node: object): boolean {
  const { type, object, property } = node as {
    type?: string;
    object?: ImportNode;
    property?: { name?: string; value?: string };
  };
  const name = property?.name ?? property?.value;
  return type === 'MemberExpression' && object?.type === 'MetaProperty' && name === 'glob';
}

/** The path from the root that a specifier leads to, or the name of a package. */
export function resolveImport(file: string, specifier: string): string {
  const [path = ''] = specifier.split('?');
  if (path.startsWith('.'))
    return normalize(join(dirname(file), path))
      .split(sep)
      .join('/');
  const alias = Object.keys(ALIASES).find((prefix) => path.startsWith(prefix));
  return alias === undefined ? path : `${ALIASES[alias]}${path.slice(alias.length)}`;
}

/**
 * Cycles of folders under a root. In every folder there, its own files and its subfolders, each with all files inside,
 * are the nodes of one graph: an import leads from the node with the importing file to the node with the imported file.
 * So siblings never depend on each other in a circle, and neither do a subfolder and the files beside it.
 */
export function findFolderCycles(graph: ReadonlyMap<string, readonly string[]>, root: string): string[][] {
  const byFolder = new Map<string, Map<string, string[]>>();
  const nodesOf = (folder: string) => byFolder.get(folder) ?? byFolder.set(folder, new Map()).get(folder)!;
  for (const [file, targets] of graph)
    for (const target of targets) {
      if (!file.startsWith(`${root}/`) || !target.startsWith(`${root}/`) || target === file) continue;
      const [from, to] = [file.split('/'), target.split('/')];
      const depth = from.findIndex((name, index) => name !== to[index]);
      const nodes = nodesOf(from.slice(0, depth).join('/'));
      const node = (names: string[]) => names.slice(0, depth + 1).join('/');
      nodes.set(node(from), [...(nodes.get(node(from)) ?? []), node(to)]);
      if (!nodes.has(node(to))) nodes.set(node(to), []);
    }
  return [...byFolder.values()].flatMap(findCycles);
}

/** Groups of files, or folders, that import one another in a circle, each in the order of its arrows. */
export function findCycles(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const cycles: string[][] = [];
  const visit = (file: string): void => {
    index.set(file, index.size);
    low.set(file, index.get(file) ?? 0);
    stack.push(file);
    for (const next of graph.get(file) ?? []) {
      if (!graph.has(next)) continue;
      if (!index.has(next)) visit(next);
      if (stack.includes(next)) low.set(file, Math.min(low.get(file) ?? 0, low.get(next) ?? 0));
    }
    if (low.get(file) !== index.get(file)) return;
    const group = stack.splice(stack.indexOf(file));
    if (group.length > 1 || graph.get(file)?.includes(file)) cycles.push(group);
  };
  for (const file of graph.keys()) if (!index.has(file)) visit(file);
  return cycles;
}

/** The folders below `under`, each with the other folders there that its files import. */
export function foldersOf(
  graph: ReadonlyMap<string, readonly string[]>,
  under: string,
): Map<string, string[]> {
  const files = [...graph.keys()].filter((file) => file.startsWith(under));
  return new Map(
    [...Map.groupBy(files, (file) => dirname(file))].map(([folder, members]) => {
      const targets = members.flatMap((file) => graph.get(file) ?? []).map((target) => dirname(target));
      return [folder, [...new Set(targets)].filter((target) => target !== folder)];
    }),
  );
}

export const relativePath = (from: string, to: string): string => {
  const path = relative(dirname(from), to).split(sep).join('/');
  return path.startsWith('.') ? path : `./${path}`;
};

/** Which part of the product a sample of a processor profile belongs to, by the paths of its files. */

export interface CpuProfile {
  nodes: readonly {
    id: number;
    callFrame: { functionName: string; url: string };
    children?: readonly number[];
  }[];
  samples: readonly number[];
  /** Microseconds before each sample. */
  timeDeltas: readonly number[];
}

export const PARTS = [
  'HTTP',
  'access',
  'ledger',
  'units',
  'ranking',
  'quoting',
  'SQL around SQLite',
  'SQLite',
  'garbage',
  'other',
] as const;
export type Part = (typeof PARTS)[number];

/** Files of parts: the innermost frame of a stack that a row names decides. */
const FILES: readonly (readonly [Part, RegExp])[] = [
  ['SQLite', /storage\/sqlite\/|storage\/postgres\//],
  ['SQL around SQLite', /\/kysely\/|\/gateway\/sql\//],
  ['ledger', /modules\/(?:usage|alerts)\/|http\/charge-meter|steps\/run-handler/],
  [
    'access',
    /modules\/(?:access|audit)\/|http\/authenticate|steps\/(?:admit-call|open-audit)|login-throttle/,
  ],
  ['units', /modules\/(?:units|files)\/|select-units/],
  ['quoting', /engine\/(?:quoting|support)\/|answers\/services\/(?:quote-|answer-pair)/],
  [
    'ranking',
    /engine\/(?:ranking|segments|question|vectors)\/|services\/(?:retrieve|segment-cache)|embeddings\//,
  ],
];
/** Files that the parts above share: they count for stacks that hold no file of those parts. */
const SHARED: readonly (readonly [Part, RegExp])[] = [
  ['other', /modules\/(?:answers|synonyms|models|chat)\/|engine\/|src\/common\//],
  ['HTTP', /gateway\/(?:http|app\.ts|core|node\/server)|contract\/|\/hono|@hono|zod|^node:/],
];

/** Microseconds of each part; and of waiting for the disk at commits, which is in no part. */
export function sumParts({ nodes, samples, timeDeltas }: CpuProfile) {
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])));
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const stackOf = (id: number) => {
    const stack = [];
    for (let node = byId.get(id); node; node = byId.get(parents.get(node.id) ?? -1))
      stack.push(node.callFrame);
    return stack;
  };
  const partOf = (id: number): Part | 'commit' | 'idle' => {
    const stack = stackOf(id);
    const leaf = stack[0]?.functionName ?? '';
    if (leaf === '(idle)') return 'idle';
    if (leaf === '(garbage collector)') return 'garbage';
    if (stack.some(({ functionName }) => functionName === 'commitTransaction')) return 'commit';
    for (const files of [FILES, SHARED])
      for (const { url } of stack) {
        const part = files.find(([, pattern]) => pattern.test(url))?.[0];
        if (part) return part;
      }
    return 'other';
  };
  const partOfNode = new Map(nodes.map(({ id }) => [id, partOf(id)]));
  const sums = Object.fromEntries(PARTS.map((part) => [part, 0])) as Record<Part, number>;
  let commit = 0;
  for (const [index, id] of samples.entries()) {
    // The time until the next sample is that of this one.
    const time = timeDeltas[index + 1] ?? 0;
    const part = partOfNode.get(id);
    if (part === 'commit') commit += time;
    else if (part && part !== 'idle') sums[part] += time;
  }
  return { sums, commit };
}

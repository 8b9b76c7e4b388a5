import { expect, test } from 'vitest';
import { type CpuProfile, sumParts } from '#tests/bench/cost/parts.ts';

/** A profile of one stack each, outermost frame first; a sample lasts a microsecond. */
function profileOf(stacks: readonly (readonly (readonly [name: string, file: string])[])[]): CpuProfile {
  const nodes: { id: number; callFrame: { functionName: string; url: string }; children: number[] }[] = [];
  const samples: number[] = [];
  for (const stack of stacks) {
    const first = nodes.length + 1;
    for (const [index, [functionName, url]] of stack.entries()) {
      const isLast = index === stack.length - 1;
      const id = nodes.length + 1;
      nodes.push({ id, callFrame: { functionName, url }, children: isLast ? [] : [id + 1] });
    }
    samples.push(first + stack.length - 1);
  }
  return { nodes, samples, timeDeltas: [...samples.map(() => 1), 1] };
}

const NODE = ['processTicksAndRejections', 'node:internal/process/task_queues'] as const;
const RANK = ['rerank', 'file:///x/gateway/engine/ranking/rank.ts'] as const;
const ANSWER = ['answer', 'file:///x/gateway/modules/answers/routes/answers.ts'] as const;

test('a sample is of the innermost file of a part, and a shared file of whoever called it', () => {
  const { sums, commit } = sumParts(
    profileOf([
      [NODE, ANSWER, RANK, ['stem', 'file:///x/gateway/engine/analysis/stem.ts']],
      [NODE, ANSWER, ['stem', 'file:///x/gateway/engine/analysis/stem.ts']],
      [NODE, RANK, ['all', ''], ['(garbage collector)', '']],
      [NODE, ['spend', 'file:///x/gateway/modules/usage/sql/ledger.ts'], ['run', '/x/kysely/dist/kysely.js']],
      [NODE, ['run', 'file:///x/gateway/node/storage/sqlite/sqlite-dialect.ts'], ['all', '']],
      [NODE],
      [['(idle)', '']],
      [NODE, ['commitTransaction', '/x/kysely/dist/driver.js'], ['run', '']],
    ]),
  );
  expect(sums).toMatchObject({
    ranking: 1,
    other: 1,
    garbage: 1,
    'SQL around SQLite': 1,
    SQLite: 1,
    HTTP: 1,
    ledger: 0,
  });
  expect(commit).toBe(1);
});

/** How documents are read that people made as people do: situations reported of knowledge bases, case by case. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { judgeCase } from '#tests/support/reports/judge-case.ts';
import { readCases } from '#tests/support/reports/report-cases.ts';
import { runCase } from '#tests/support/reports/run-case.ts';
import { startServer } from '#tests/support/server.ts';
import { BENCH_KEY } from './call-gateway.ts';
import { dataFolder } from './question-sets.ts';
import { BenchFailure, type QualityOptions, type Report } from './report.ts';

export async function measureReports({ data, only = [] }: QualityOptions): Promise<Report> {
  const folder = dataFolder('reports', data);
  if (!existsSync(join(folder, 'expected.json')))
    throw new BenchFailure(`There is no expected.json in ${folder}.`);
  const cases = readCases(folder);
  const unknown = only.filter((id) => !cases.some((reported) => reported.id === id));
  if (unknown.length > 0) throw new BenchFailure(`No case is called ${unknown.join(', ')}.`);
  const server = await startServer({
    FIHRIST_API_KEY: BENCH_KEY,
    FIHRIST_LOG: 'error',
    FIHRIST_ALLOW_PRIVATE_URLS: '127.0.0.1',
  });
  try {
    const gateway = { origin: server.origin, key: BENCH_KEY };
    const judged = [];
    for (const reported of cases.filter(({ id }) => only.length === 0 || only.includes(id))) {
      const outcome = await runCase(gateway, folder, reported);
      const faults = judgeCase(reported, outcome);
      // Ready, without a word, and not what was put in.
      const isSilent = faults.length > 0 && outcome.status === 'ready' && outcome.warnings.length === 0;
      judged.push({ id: reported.id, status: outcome.status, faults, isSilent });
    }
    return {
      tables: [
        {
          title: 'Situations that people report',
          rows: judged.map(({ id, status, faults }) => ({
            case: id,
            holds: faults.length === 0 ? 'yes' : 'no',
            unit: status,
            fault: faults.join('; '),
          })),
        },
      ],
      rows: judged.map(({ id, status, faults, isSilent }) => ({
        bench: 'reports',
        case: id,
        holds: faults.length === 0,
        unit: status,
        silent: isSilent,
        fault: faults.join('; '),
      })),
      notes: [
        `${judged.filter(({ faults }) => faults.length === 0).length} of ${judged.length} cases hold. Of those that do not, ${judged.filter(({ isSilent }) => isSilent).length} are ready without a warning.`,
      ],
    };
  } finally {
    await server.stop();
  }
}

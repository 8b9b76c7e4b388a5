/** Calls a second at one side: registrations and answers, with the processor time of every process a call. */
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { uploadBytes } from '#tests/bench/call-gateway.ts';
import { percentile, round } from '#tests/bench/figures.ts';
import { cpuSeconds } from '#tests/bench/watch-processes.ts';
import type { Load, LoadFigures } from './load-client.ts';
import type { Member } from './member.ts';
import type { FlatRow } from './report.ts';
import type { Side } from './sides.ts';

export const CLIENTS = 8;

/** Sends all of it and waits for the last answer. */
async function sendLoad(load: Omit<Load, 'clients'>): Promise<LoadFigures> {
  const entry = fileURLToPath(new URL('./load-client.ts', import.meta.url));
  const child = fork(entry, [], { execArgv: [], serialization: 'advanced' });
  return new Promise<LoadFigures>((resolve, reject) => {
    child.once('message', (figures) => resolve(figures as LoadFigures));
    child.once('exit', (code) => reject(new Error(`the clients ended with ${code}`)));
    child.send({ ...load, clients: CLIENTS } satisfies Load);
  });
}

async function measureLoad(
  side: Side,
  members: readonly Member[],
  load: Omit<Load, 'clients' | 'origins'>,
  indexers: readonly Member[] = [],
): Promise<FlatRow> {
  const cpu = () => [...members, ...indexers].reduce((sum, { pid }) => sum + cpuSeconds(pid), 0);
  const ofDatabase = () => (side.databasePid ? cpuSeconds(side.databasePid) : 0);
  const [before, databaseBefore] = [cpu(), ofDatabase()];
  const {
    seconds,
    times,
    cpuSeconds: ofClients,
  } = await sendLoad({
    ...load,
    origins: members.map(({ origin }) => origin),
  });
  const perCall = (spent: number) => round((1000 * spent) / times.length, 2);
  return {
    calls: times.length,
    per_second: round(times.length / seconds, 1),
    p50: round(percentile(times, 0.5), 1),
    p95: round(percentile(times, 0.95), 1),
    cpu_ms: perCall(cpu() - before),
    database_cpu_ms: perCall(ofDatabase() - databaseBefore),
    client_cpu_ms: perCall(ofClients),
  };
}

let registered = 0;

/** New units, each of a small file that was uploaded before; indexing begins meanwhile, as it does for people. */
export async function measureRegistrations(
  side: Side,
  member: Member,
  indexers: readonly Member[],
  count: number,
): Promise<FlatRow> {
  const bodies: object[] = [];
  for (let round = 0; round < count; round++) {
    const number = ++registered;
    const text = `# إجراء رقم ${number}\n\nيقدَّم الطلب رقم ${number} إلى المكتب في التاسعة صباحًا من كل يوم عمل.\n`;
    const { FileName, FilePath, FileURL } = await uploadBytes(member.origin, 'إجراء.md', text);
    const source = { FileName, FilePath, FileUrl: FileURL, FileSize: Buffer.byteLength(text) };
    bodies.push({ title: `إجراء ${number}`, KnowledgeSource: 0, SourceContent: [source] });
  }
  return measureLoad(side, [member], { path: '/api/AIKnowledge/1', bodies, holds: '"id":' }, indexers);
}

export interface Question {
  question: string;
  /** Titles of units; absent: all of the bot. */
  names?: string[];
}

export const bodyOf = ({ question, names }: Question) => ({
  Question: question,
  ...(names && { IndexNames: names }),
  IsStream: false,
});

/** Answers in words, whole, from one or several gateways. */
export const measureAnswers = (
  side: Side,
  members: readonly Member[],
  questions: readonly Question[],
): Promise<FlatRow> =>
  measureLoad(side, members, {
    path: '/api/v1/RAG/Answer',
    bodies: questions.map(bodyOf),
    holds: '"retrieved_documents":[',
  });

/** How long an answer over about 500 passages takes, over HTTP, one question after the other. */
import { join } from 'node:path';
import { type RunningServer, startServer } from '#tests/support/server.ts';
import {
  BENCH_KEY,
  countPassages,
  registerFile,
  timeAnswer,
  uploadBytes,
  waitSettled,
} from './call-gateway.ts';
import { type Figure, percentile, round, say } from './figures.ts';
import { dataFolder, loadSet } from './question-sets.ts';
import { cpuSeconds } from './watch-processes.ts';

const SETTINGS = { FIHRIST_API_KEY: BENCH_KEY, FIHRIST_LOG: 'error' };
const PASSAGES = 500;
const QUESTIONS = 300;
const COLD_STARTS = 8;

interface Article {
  title: string;
  texts: string[];
  questions: string[];
}

export async function measureAnswerTime(): Promise<Figure[]> {
  const articles = [...readArticles('xquad-ar'), ...readArticles('arcd')];
  const many = takeArticles(articles);
  const merged: Article = {
    title: 'كل المقالات',
    texts: many.flatMap(({ texts }) => texts),
    questions: many.flatMap(({ questions }) => questions),
  };
  return [...(await measureOver(many)), ...(await measureOver([merged]))];
}

async function measureOver(articles: readonly Article[]): Promise<Figure[]> {
  let server = await startServer(SETTINGS);
  try {
    const passages = await addArticles(server.origin, articles);
    const names = articles.map(({ title }) => title);
    const questions = spread(articles.flatMap((article) => article.questions));
    const label = `${articles.length} unit${articles.length > 1 ? 's' : ''}, ${passages} passages`;
    say(`${label} ready`);

    const cold: Record<'whole' | 'streamed', number[]> = { whole: [], streamed: [] };
    for (let run = 0; run < COLD_STARTS; run++) {
      server = await restart(server);
      const kind = run % 2 === 0 ? 'whole' : 'streamed';
      cold[kind].push(await timeAnswer(server.origin, questions[run] ?? '', names, kind === 'streamed'));
    }
    const figures: Figure[] = [];
    for (const kind of ['whole', 'streamed'] as const) {
      for (const question of questions.slice(0, 40))
        await timeAnswer(server.origin, question, names, kind === 'streamed');
      const pid = server.process.pid ?? 0;
      const before = cpuSeconds(pid);
      const times: number[] = [];
      for (const question of questions)
        times.push(await timeAnswer(server.origin, question, names, kind === 'streamed'));
      const to = kind === 'whole' ? 'whole' : 'streamed to final';
      figures.push(
        {
          figure: `${label}: ${to}, p50 / p95`,
          measured: `${round(percentile(times, 0.5), 1)} / ${round(percentile(times, 0.95), 1)}`,
          unit: `ms, ${times.length} questions`,
        },
        {
          figure: `${label}: ${to}, processor time`,
          measured: round((1000 * (cpuSeconds(pid) - before)) / times.length, 1),
          unit: 'ms an answer, all processes',
        },
        {
          figure: `${label}: ${to}, first after a start`,
          measured: `${round(percentile(cold[kind], 0.5), 1)} (at most ${round(Math.max(...cold[kind]), 1)})`,
          unit: `ms, median of ${cold[kind].length}`,
        },
      );
    }
    return figures;
  } finally {
    await server.stop();
  }
}

async function restart(server: RunningServer): Promise<RunningServer> {
  const { dataFolder, origin } = server;
  await server.stop({ keep: true });
  return startServer(SETTINGS, { dataFolder, port: Number(new URL(origin).port) });
}

async function addArticles(origin: string, articles: readonly Article[]): Promise<number> {
  const ids: number[] = [];
  for (const { title, texts } of articles) {
    const markdown = texts.map((text, index) => `## ${title} (${index + 1})\n\n${text}\n`).join('\n');
    const file = await uploadBytes(origin, 'article.md', markdown);
    ids.push(await registerFile(origin, title, file, Buffer.byteLength(markdown)));
  }
  let passages = 0;
  for (const id of ids) {
    await waitSettled(origin, id);
    passages += await countPassages(origin, id);
  }
  return passages;
}

function readArticles(set: string): Article[] {
  const { passages, questions: setQuestions } = loadSet(join(dataFolder('retrieval', undefined), set));
  const titleOf = new Map(passages.map(({ id, title }) => [id, title]));
  const questions = Map.groupBy(setQuestions, ({ relevant }) => titleOf.get(relevant[0] ?? ''));
  return [...Map.groupBy(passages, ({ title }) => title)].map(([title, group]) => ({
    title: `${title} (${set})`,
    texts: group.map(({ text }) => text.replaceAll(/\s+/g, ' ')),
    questions: (questions.get(title) ?? []).map(({ text }) => text),
  }));
}

/** As many articles as make about 500 passages: one of more than 1,100 letters is split. */
function takeArticles(articles: readonly Article[]): Article[] {
  const taken: Article[] = [];
  let passages = 0;
  for (const article of articles) {
    if (passages >= PASSAGES) break;
    taken.push(article);
    for (const text of article.texts) passages += Math.ceil(text.length / 1100);
  }
  return taken;
}

/** Questions from all over the articles, not the first ones' alone. */
function spread(questions: readonly string[]): string[] {
  const step = Math.max(1, Math.floor(questions.length / QUESTIONS));
  return questions.filter((_, index) => index % step === 0).slice(0, QUESTIONS);
}

/** Puts a case through upload or registration, passages and questions of a running gateway. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { answerSchema } from '#contract/answers.ts';
import { envelope } from '#contract/envelope.ts';
import { createPlainClient, HttpError } from '../plain-client.ts';
import type { CaseOutcome } from './judge-case.ts';
import type { ReportCase } from './report-cases.ts';
import { serveRoutes } from './serve-routes.ts';

interface Gateway {
  origin: string;
  key: string;
}

/** What became of the case, whose files lie in `folder`. The gateway must allow addresses of 127.0.0.1. */
export async function runCase(gateway: Gateway, folder: string, reported: ReportCase): Promise<CaseOutcome> {
  const site = await serveRoutes(reported.routes, folder);
  try {
    return await readUnit(gateway, reported, await register(gateway, folder, reported, site.origin));
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    return { ...NOTHING, status: 'refused', reasons: [error.message] };
  } finally {
    await site.close();
  }
}

const NOTHING: Omit<CaseOutcome, 'status'> = {
  passages: [],
  warnings: [],
  health: [],
  reasons: [],
  answers: new Map(),
};

async function register(
  { origin, key }: Gateway,
  folder: string,
  { id, file, name = file, url }: ReportCase,
  site: string,
): Promise<number> {
  const client = createPlainClient(origin, key);
  if (url !== undefined) return client.registerUrl(id, site + url);
  const bytes = new Blob([readFileSync(join(folder, file ?? ''))]);
  return client.register(id, await client.upload(name ?? id, bytes));
}

async function readUnit(
  gateway: Gateway,
  { id: title, asks = [] }: ReportCase,
  unit: number,
): Promise<CaseOutcome> {
  const client = createPlainClient(gateway.origin, gateway.key);
  for (;;) {
    const [state] = await client.states([unit]);
    if (state?.status === 'ready' || state?.status === 'failed') {
      const sources = await client.sources(unit);
      const { items: passages } = await client.passages(unit);
      const isReady = state.status === 'ready';
      const answers = isReady ? await Promise.all(asks.map(({ q }) => ask(gateway, q, title))) : [];
      return {
        status: state.status,
        passages,
        warnings: sources.flatMap(({ warnings }) => warnings.map(({ code }) => code)),
        health: sources.flatMap(({ health }) => health?.items.map(({ code }) => code) ?? []),
        reasons: sources.flatMap(({ reason }) => reason?.code ?? []),
        answers: new Map(answers),
      };
    }
    await sleep(25);
  }
}

async function ask({ origin, key }: Gateway, question: string, title: string) {
  const response = await fetch(`${origin}/api/v1/RAG/Answer`, {
    method: 'POST',
    headers: {
      'x-user-auth': key,
      'x-bot': '1',
      'content-type': 'application/json',
      'accept-language': 'ar',
    },
    body: JSON.stringify({ Question: question, IndexNames: [title] }),
  });
  const { answer } = envelope(answerSchema).parse(await response.json()).Response;
  return [question, { text: answer, band: response.headers.get('x-answer-band') ?? '' }] as const;
}

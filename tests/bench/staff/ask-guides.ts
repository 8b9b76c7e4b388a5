/** Asks questions of a fresh gateway that knows the guides, and further units beside them. */

import { createTestGateway, type TestGateway } from '#tests/support/gateway.ts';
import { containsAnyGold, judgeAnswer, type Outcome, type Verdict } from './judge-answer.ts';
import type { StaffQuestion, StaffSet } from './question-set.ts';

/** More units that are asked along with the guides: title and Markdown. */
export interface FurtherUnit {
  title: string;
  text: string;
}

export interface AskedQuestion {
  question: StaffQuestion;
  outcome: Outcome;
  verdict: Verdict;
  answer: string;
  /** Place of the first passage that holds a gold string, from 0; -1 where none of ten does. */
  goldRank: number;
  /** Whether a gold string is in what a person sees: the answer, or where that is weak, the nearest sections. */
  goldShown: boolean;
  /** As the gateway states it; null where it does not. */
  certainty: number | null;
}

interface AnswerBody {
  answer: string;
  retrieved_documents: { text: string }[];
}

const DOCUMENTS = 10;

export async function askGuides(
  { guides, questions }: StaffSet,
  further: readonly FurtherUnit[] = [],
): Promise<AskedQuestion[]> {
  const gateway = await createTestGateway({ quota: 100_000_000 });
  try {
    const units = [...guides.map(({ name, text }) => ({ title: name, text })), ...further];
    for (const { title, text } of units) await gateway.addUnit(title, text);
    await gateway.indexAll();
    const titles = units.map(({ title }) => title);
    const askedQuestions: AskedQuestion[] = [];
    for (const question of questions) askedQuestions.push(await ask(gateway, question, titles));
    return askedQuestions;
  } finally {
    await gateway.close();
  }
}

async function ask(gateway: TestGateway, question: StaffQuestion, titles: string[]): Promise<AskedQuestion> {
  const response = await gateway.call('/api/v1/RAG/Answer', {
    method: 'POST',
    json: { Question: question.text, IndexNames: titles, Limit: DOCUMENTS },
  });
  if (!response.ok) throw new Error(`${question.id}: ${response.status} ${await response.text()}`);
  const { Response: body } = (await response.json()) as { Response: AnswerBody };
  const outcome = readOutcome(response.headers);
  const documents = body.retrieved_documents.slice(0, DOCUMENTS).map(({ text }) => text);
  return {
    question,
    outcome,
    verdict: judgeAnswer(question, outcome, body.answer),
    answer: body.answer,
    goldRank: documents.findIndex((text) => containsAnyGold(text, question.gold)),
    goldShown: findShown(outcome, body.answer, documents, response.headers).some((text) =>
      containsAnyGold(text, question.gold),
    ),
    certainty: readCertainty(response.headers),
  };
}

/** What a person is shown: of a weak answer also the sections that it names as the nearest. */
function findShown(outcome: Outcome, answer: string, documents: readonly string[], headers: Headers) {
  if (outcome === 'answer') return [answer];
  if (outcome !== 'weak') return [];
  const nearest = (headers.get('x-quoted-documents') ?? '').split(',').filter((index) => index !== '');
  return [answer, ...nearest.map((index) => documents[Number(index)] ?? '')];
}

/** The outcome by `X-Answer-Band`; where a gateway does not send it, by `X-Answer-Kind`. */
export function readOutcome(headers: Headers): Outcome {
  const band = headers.get('x-answer-band');
  if (band === 'answered') return 'answer';
  if (band === 'weak') return 'weak';
  if (band === 'reply') return 'greeting';
  if (band === 'not-found') return 'not-found';
  return headers.get('x-answer-kind') === 'not-found' ? 'not-found' : 'answer';
}

function readCertainty(headers: Headers): number | null {
  const stated = headers.get('x-answer-certainty');
  return stated === null || stated.trim() === '' ? null : Number(stated);
}

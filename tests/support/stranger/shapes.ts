import { Refusal } from './refusal.ts';

/** Fields of the interface, with their inner fields. */
export interface Shape {
  readonly [field: string]: null | Shape | readonly [Shape];
}

/** Section 2.9. Of the form of endpoint 9 only the fields that its row names. */
const SPEECH = {
  Record: null,
  RecordUrl: null,
  SessionId: null,
  TargetLanguage: null,
  ModelName: null,
  SetDefaultSampleRate: null,
  MaxRecordLengthInSeconds: null,
  SampleRate: null,
} satisfies Shape;
/** Section 2.7 without its two parameters whose names are not shown. */
const ANSWER = {
  Question: null,
  IndexNames: null,
  Limit: null,
  Temperature: null,
  MaxOutputTokens: null,
  IsStream: null,
} satisfies Shape;
const CHAT = {
  Message: null,
  Config: { Temperature: null, MaxTokens: null, TopProbability: null, RepetitionPenalty: null },
  PromptStyle: null,
} satisfies Shape;

export const SHAPES = {
  chat: CHAT,
  streamChat: CHAT,
  /** `SourceContent` holds addresses or file objects. */
  register: {
    title: null,
    description: null,
    KnowledgeSource: null,
    SourceContent: [{ FileName: null, FileUrl: null, FilePath: null, FileSize: null }],
  },
  upload: { Attachment: null, 'Model.FileType': null, ConvertAttachmentTo: null, EncryptFileName: null },
  answer: ANSWER,
  streamAnswer: ANSWER,
  streamSpeech: { ...SPEECH, SourceLanguage: null, TaskType: null, OutputFormat: null },
  speech: SPEECH,
} satisfies Record<string, Shape>;

/** Paths of the fields of a body that the shape does not name. */
export function unknownFields(body: unknown, shape: Shape, parent = ''): string[] {
  if (typeof body !== 'object' || body === null) return [];
  return Object.entries(body).flatMap(([name, value]: [string, unknown]) => {
    const path = `${parent}${name}`;
    const inner = Object.hasOwn(shape, name) ? shape[name] : undefined;
    if (inner === undefined) return [path];
    if (inner === null) return [];
    if (!isArray(inner)) return unknownFields(value, inner, `${path}.`);
    return Array.isArray(value) ? value.flatMap((item) => unknownFields(item, inner[0], `${path}[].`)) : [];
  });
}

const isArray = (inner: Shape | readonly [Shape]): inner is readonly [Shape] => Array.isArray(inner);

type Body = Record<string, unknown>;

export function textOf(body: Body, field: string): string {
  const value = body[field];
  if (typeof value !== 'string' || value.trim() === '') throw new Refusal(400, `${field} is required`);
  return value;
}

/** A number of the body within its range, or what stands for its absence. */
export function numberOf(body: Body, field: string, [from, to]: readonly [number, number], absent: number) {
  const value = body[field] ?? absent;
  if (typeof value !== 'number' || value < from || value > to)
    throw new Refusal(400, `${field} must be between ${from} and ${to}`);
  return value;
}

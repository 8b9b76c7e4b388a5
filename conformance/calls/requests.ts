/** The calls of the nine endpoints, each valid unless a check changes it. */
import { answer, streamAnswer } from '#contract/operations/answers.ts';
import { chat, streamChat } from '#contract/operations/chat.ts';
import { upload } from '#contract/operations/files.ts';
import type { Operation } from '#contract/operations/operation.ts';
import { streamTranscribe, transcribe } from '#contract/operations/speech.ts';
import { getUnit, registerUnit } from '#contract/operations/units.ts';
import { RECORD_FIELD } from '#contract/speech.ts';
import { ATTACHMENT_FIELD } from '#contract/uploads.ts';
import type { SampleFile } from '../samples/documents.ts';
import { type SoundFormat, soundFile } from '../samples/sound.ts';
import type { Call, FormPart } from './call.ts';

/** Fields of a body or a form. A field that is undefined is left out, also where it has a default. */
export type Fields = Readonly<Record<string, unknown>>;

/** Limit of tokens of an answer. Answers are short, since no check judges their text. */
export const ANSWER_TOKENS = 24;
export const QUESTION = 'ما الرمز المكتوب في هذا المستند؟';

export const chatCall = (fields: Fields = {}, operation: typeof chat | typeof streamChat = chat): Call => ({
  operation,
  json: { Message: 'قل: نعم', Config: { MaxTokens: ANSWER_TOKENS }, ...fields },
});
export const streamChatCall = (fields: Fields = {}): Call => chatCall(fields, streamChat);

export const answerCall = (
  title: string,
  fields: Fields = {},
  operation: typeof answer | typeof streamAnswer = answer,
): Call => ({
  operation,
  json: { Question: QUESTION, IndexNames: [title], MaxOutputTokens: ANSWER_TOKENS, ...fields },
});
export const streamAnswerCall = (title: string, fields: Fields = {}): Call =>
  answerCall(title, { IsStream: true, ...fields }, streamAnswer);

export const registerCall = (json: unknown): Call => ({ operation: registerUnit, json });
export const unitCall = (id: number | string): Call => ({
  operation: getUnit,
  params: { knowledgeId: String(id) },
});

/** `file` null sends the form without its file. */
export function uploadCall(name: string, file: SampleFile | null, fields: Fields = {}): Call {
  const part = file && {
    name: ATTACHMENT_FIELD,
    file: file.bytes,
    fileName: `${name}.${file.extension}`,
    type: file.type,
  };
  return { operation: upload, form: [...partsOf(fields), ...(part ? [part] : [])] };
}

/** `format` null sends the form without a record. */
export function speechCall(
  operation: typeof transcribe | typeof streamTranscribe,
  fields: Fields = {},
  format: SoundFormat | null = 'wav',
): Call {
  const all = { SessionId: 'fihrist-check', ModelName: 'v2', SetDefaultSampleRate: 'true', ...fields };
  if (format === null) return { operation, form: partsOf(all) };
  const { bytes: file, type } = soundFile(format);
  const record = { name: RECORD_FIELD, file, fileName: `speech.${format}`, type };
  return { operation, form: [...partsOf(all), record] };
}

const partsOf = (fields: Fields): FormPart[] =>
  Object.entries(fields).flatMap(([name, value]) =>
    value === undefined ? [] : [{ name, value: `${value as string | number | boolean}` }],
  );

/** A request without content: no gateway makes or spends anything for such a call. */
export function emptyCall(operation: Operation): Call {
  switch (operation.body.form) {
    case 'multipart':
      return {
        operation,
        form: partsOf(
          operation.id === upload.id ? { EncryptFileName: 'false' } : { SessionId: 'fihrist-check' },
        ),
      };
    case 'none':
      return { operation, params: { knowledgeId: '0' } };
    default:
      return { operation, json: {} };
  }
}

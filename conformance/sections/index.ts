import type { CheckGroup } from '../check.ts';
import { answers } from './answers.ts';
import { authentication } from './authentication.ts';
import { chats } from './chat.ts';
import { load } from './load.ts';
import { met } from './met.ts';
import { paths } from './paths.ts';
import { registration } from './registration.ts';
import { speech } from './speech.ts';
import { streamedAnswers } from './streamed-answers.ts';
import { streamedChats } from './streamed-chat.ts';
import { streamedSpeech } from './streamed-speech.ts';
import { units } from './units.ts';
import { uploading } from './uploads.ts';

/** Every group, in the order of the report. */
export const CHECK_GROUPS: readonly CheckGroup[] = [
  paths,
  authentication,
  uploading,
  registration,
  units,
  answers,
  streamedAnswers,
  chats,
  streamedChats,
  speech,
  streamedSpeech,
  met,
  load,
];

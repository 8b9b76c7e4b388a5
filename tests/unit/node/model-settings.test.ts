import { expect, test } from 'vitest';
import { InvalidSettingsError } from '#gateway/node/server/settings/invalid-settings-error.ts';
import { modelServersOf } from '#gateway/node/server/settings/model-settings.ts';
import { parseSettings } from '#gateway/node/server/settings/settings.ts';

const serversOf = (environment: Record<string, string>) => modelServersOf(parseSettings(environment));
const errorKey = (environment: Record<string, string>): string => {
  try {
    parseSettings(environment);
    return '';
  } catch (error) {
    expect(error).toBeInstanceOf(InvalidSettingsError);
    return (error as Error).message;
  }
};

test('an address and a model are a server; what is not set is as the contract has it', () => {
  expect(serversOf({})).toEqual({});
  expect(
    serversOf({ FIHRIST_CHAT_URL: 'http://127.0.0.1:11434/v1/', FIHRIST_CHAT_MODEL: 'qwen2.5:7b' }),
  ).toEqual({
    chat: {
      purpose: 'chat',
      from: 'environment',
      enabled: true,
      url: 'http://127.0.0.1:11434/v1',
      model: 'qwen2.5:7b',
      modelV2: null,
      key: null,
      voices: [],
      firstSeconds: 60,
      silenceSeconds: 30,
      concurrency: 8,
      contextTokens: null,
    },
  });
});

test('each purpose has its own settings', () => {
  const servers = serversOf({
    FIHRIST_CHAT_URL: 'https://models.example/v1',
    FIHRIST_CHAT_MODEL: 'عربي-7b',
    FIHRIST_CHAT_KEY: 'sk-of-chat',
    FIHRIST_CHAT_CONTEXT_TOKENS: '32768',
    FIHRIST_CHAT_FIRST_SECONDS: '120',
    FIHRIST_CHAT_SILENCE_SECONDS: '15',
    FIHRIST_CHAT_CONCURRENCY: '2',
    FIHRIST_EMBEDDINGS_URL: 'http://10.0.0.5:8080/v1',
    FIHRIST_EMBEDDINGS_MODEL: 'bge-m3',
    FIHRIST_TRANSCRIPTION_URL: 'http://whisper:8000/v1',
    FIHRIST_TRANSCRIPTION_MODEL: 'small',
    FIHRIST_TRANSCRIPTION_MODEL_V2: 'large-v3',
    FIHRIST_SPEECH_URL: 'http://localhost:8000/v1',
    FIHRIST_SPEECH_MODEL: 'piper',
    FIHRIST_SPEECH_VOICES: 'Amal:ar,ar-EG, ar-sa; alloy:en;nova;piper:kareem:',
  });
  expect(servers.chat).toMatchObject({
    key: 'sk-of-chat',
    contextTokens: 32_768,
    firstSeconds: 120,
    silenceSeconds: 15,
    concurrency: 2,
  });
  expect(servers.embeddings).toMatchObject({ url: 'http://10.0.0.5:8080/v1', key: null, concurrency: 8 });
  expect(servers.transcription).toMatchObject({ model: 'small', modelV2: 'large-v3' });
  expect(servers.speech?.voices).toEqual([
    { id: 'Amal', languages: ['ar', 'ar-eg', 'ar-sa'] },
    { id: 'alloy', languages: ['en'] },
    { id: 'nova', languages: [] },
    { id: 'piper:kareem', languages: [] },
  ]);
});

const CHAT = { FIHRIST_CHAT_URL: 'http://127.0.0.1:11434/v1', FIHRIST_CHAT_MODEL: 'qwen' };

test.each([
  ['FIHRIST_CHAT_URL', 'models.example:11434'],
  ['FIHRIST_CHAT_URL', 'ftp://models.example'],
  ['FIHRIST_CHAT_URL', 'http://user:word@models.example/v1'],
  ['FIHRIST_CHAT_URL', 'http://169.254.169.254/v1'],
  ['FIHRIST_CHAT_URL', `http://models.example/${'a'.repeat(500)}`],
  ['FIHRIST_CHAT_MODEL', 'qwen\u202enimda'],
  ['FIHRIST_CHAT_MODEL', '\u0007\u0007'],
  ['FIHRIST_CHAT_KEY', 'two words'],
  ['FIHRIST_CHAT_KEY', 'مفتاح-سري'],
  ['FIHRIST_CHAT_KEY', 'x'.repeat(1001)],
  ['FIHRIST_CHAT_FIRST_SECONDS', '0'],
  ['FIHRIST_CHAT_SILENCE_SECONDS', '3601'],
  ['FIHRIST_CHAT_CONCURRENCY', 'many'],
  ['FIHRIST_CHAT_CONTEXT_TOKENS', '100'],
  ['FIHRIST_SPEECH_VOICES', 'Amal:Arabic language'],
  ['FIHRIST_SPEECH_VOICES', ':fr'],
])('%s=%s is refused by name, and its value is not repeated', (name, value) => {
  const words = errorKey({ ...CHAT, [name]: value });
  expect(words).toMatch(new RegExp(`^${name}: `));
  expect(words).not.toContain(value);
});

test.each([
  [{ FIHRIST_CHAT_URL: 'http://127.0.0.1:1/v1' }, 'FIHRIST_CHAT_MODEL', 'FIHRIST_CHAT_URL'],
  [{ FIHRIST_EMBEDDINGS_MODEL: 'bge-m3' }, 'FIHRIST_EMBEDDINGS_URL', 'FIHRIST_EMBEDDINGS_MODEL'],
])('half a server is told by the name of the other half: %o', (environment, missing, given) => {
  expect(errorKey(environment)).toBe(`${missing}: is missing, although ${given} is set`);
});

test('a key alone is told too, without the key', () => {
  const words = errorKey({ FIHRIST_SPEECH_KEY: 'sk-quiet-secret' });
  expect(words.split('\n')).toEqual([
    'FIHRIST_SPEECH_URL: is missing, although FIHRIST_SPEECH_KEY is set',
    'FIHRIST_SPEECH_MODEL: is missing, although FIHRIST_SPEECH_KEY is set',
  ]);
});

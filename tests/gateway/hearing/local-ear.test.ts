import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { chooseModel } from '#gateway/node/ear/choose-model.ts';
import { createLocalEar } from '#gateway/node/ear/local-ear.ts';
import type { Ports } from '#gateway/ports.ts';
import { writeWav } from '#gateway/sound/wav.ts';
import { createTestGateway } from '#tests/support/gateway.ts';
import { decodeFixture } from './fixtures.ts';
import { allEvents, faultOf, form, STREAM, textOf, WHOLE } from './hearing-gateway.ts';

/** No model can be had here: this has the shape of sherpa-onnx-node and recognises nothing. */
const STAND_IN = fileURLToPath(new URL('../../support/stand-in-ear/sherpa.cjs', import.meta.url));

const WHISPER = ['tiny-encoder.int8.onnx', 'tiny-encoder.onnx', 'tiny-decoder.int8.onnx', 'tiny-tokens.txt'];

const folders: string[] = [];
const ears: ReturnType<typeof createLocalEar>[] = [];
afterEach(() => {
  for (const ear of ears.splice(0)) ear.close();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function folderWith(files: readonly string[], name = 'نموذج'): string {
  const parent = mkdtempSync(join(tmpdir(), 'fihrist-ear-'));
  folders.push(parent);
  const folder = join(parent, name);
  mkdirSync(folder);
  for (const file of files) writeFileSync(join(folder, file), '');
  return folder;
}

function open(folder: string, module: string = STAND_IN, more: { hearingMs?: number } = {}) {
  const lines: [string, Record<string, unknown> | undefined][] = [];
  const note = (event: string, facts?: Record<string, unknown>) => void lines.push([event, facts]);
  const ear = createLocalEar({
    folder,
    module,
    log: { debug: note, info: note, warn: note, error: note },
    ...more,
  });
  ears.push(ear);
  return { ear, lines };
}

/** Processes of models that this test runs. */
function engines(): number {
  return readdirSync('/proc').filter((pid) => {
    try {
      const isOurs = readFileSync(`/proc/${pid}/status`, 'latin1').includes(`\nPPid:\t${process.pid}\n`);
      return isOurs && readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes('ear-process.ts');
    } catch {
      return false;
    }
  }).length;
}

const speech = async () => writeWav(await decodeFixture('speech-16k.wav'), 16_000);

describe('which model lies in a folder', () => {
  it.each([
    [
      'whisper',
      WHISPER,
      { encoder: 'tiny-encoder.int8.onnx', decoder: 'tiny-decoder.int8.onnx' },
      'tiny-tokens.txt',
    ],
    [
      'transducer',
      ['encoder-epoch-99.onnx', 'decoder-epoch-99.onnx', 'joiner-epoch-99.onnx', 'tokens.txt', 'bpe.model'],
      { encoder: 'encoder-epoch-99.onnx', decoder: 'decoder-epoch-99.onnx', joiner: 'joiner-epoch-99.onnx' },
      'tokens.txt',
    ],
    [
      'moonshine',
      [
        'preprocess.onnx',
        'encode.int8.onnx',
        'uncached_decode.int8.onnx',
        'cached_decode.int8.onnx',
        'tokens.txt',
      ],
      {
        preprocessor: 'preprocess.onnx',
        encoder: 'encode.int8.onnx',
        uncachedDecoder: 'uncached_decode.int8.onnx',
        cachedDecoder: 'cached_decode.int8.onnx',
      },
      'tokens.txt',
    ],
  ])('%s', (kind, names, files, tokens) => {
    const inFolder = Object.fromEntries(
      Object.entries(files).map(([name, file]) => [name, `/models/a/${file}`]),
    );
    expect(chooseModel('/models/a', names)).toMatchObject({
      kind,
      files: inFolder,
      tokens: `/models/a/${tokens}`,
    });
  });

  it.each([
    ['sherpa-onnx-sense-voice-zh-en', 'senseVoice'],
    ['sherpa-onnx-dolphin-base-ctc-multi-lang', 'dolphin'],
    ['sherpa-onnx-nemo-parakeet', 'nemoCtc'],
    ['sherpa-onnx-zipformer-ctc', 'zipformerCtc'],
    ['sherpa-onnx-omnilingual-asr-300M-ctc', 'omnilingual'],
  ])('one file in %s: %s', (folder, kind) => {
    const found = chooseModel(`/models/${folder}`, ['model.int8.onnx', 'model.onnx', 'tokens.txt']);
    expect(found).toMatchObject({ kind, files: { model: `/models/${folder}/model.int8.onnx` } });
  });

  it.each([
    ['nothing', []],
    ['no tokens', ['tiny-encoder.onnx', 'tiny-decoder.onnx']],
    ['half of a model', ['tiny-encoder.onnx', 'tiny-tokens.txt']],
    ['one file of no known kind', ['model.onnx', 'tokens.txt']],
  ])('%s is none', (_, names) => {
    expect(chooseModel('/models/a', names)).toBeUndefined();
  });
});

describe('a model on this machine', () => {
  it('hears in a process of its own, in order, in the language that it is told', async () => {
    const { ear } = open(folderWith(WHISPER));
    expect(engines()).toBe(0);
    const wav = await speech();
    const heard = await Promise.all([
      ear.hear({ wav, times: true, language: 'ar' }),
      ear.hear({ wav: writeWav(new Int16Array(16_000), 16_000), times: false }),
      ear.hear({ wav, times: false, language: 'en' }),
    ]);
    expect(heard).toEqual([
      { text: 'صوت 2.3 ar', segments: [{ start: 0.1, end: expect.closeTo(2.29, 1), text: 'صوت 2.3 ar' }] },
      { text: 'صمت 1.0', segments: null },
      { text: 'صوت 2.3 en', segments: null },
    ]);
    expect(engines()).toBe(1);
    ear.close();
    while (engines() > 0) await new Promise((resolve) => setTimeout(resolve, 10));
  });

  it('says what is missing, in the log at the start and to whoever calls', async () => {
    for (const [folder, module, reason] of [
      ['/nowhere/at/all', STAND_IN, 'engine-folder-missing'],
      [folderWith(['readme.md']), STAND_IN, 'engine-model-unknown'],
      [folderWith(WHISPER), 'sherpa-onnx-that-nobody-installed', 'engine-package-missing'],
    ] as const) {
      const { ear, lines } = open(folder, module);
      expect(lines).toEqual([['ear-not-ready', { setting: 'FIHRIST_TRANSCRIPTION_FOLDER', folder, reason }]]);
      expect(ear.problem()?.code).toBe(reason);
      const gateway = await createTestGateway({ ports: () => ({ ear }) });
      try {
        for (const language of ['ar', 'en']) {
          const body = form('speech.mp3');
          const headers = { 'accept-language': language };
          const response = await gateway.call(STREAM, { method: 'POST', body, headers });
          const fault = await faultOf(response);
          expect(fault).toMatchObject({ status: 503, fault: 'engine-not-ready', parameters: { reason } });
          expect(fault.text).not.toContain(reason);
          // No path of the machine is anybody's business.
          expect(JSON.stringify(fault)).not.toContain(tmpdir());
        }
        const { Response: facts } = (await (await gateway.call('/api/Capabilities')).json()) as {
          Response: { models: { transcription: boolean } };
        };
        expect(facts.models.transcription).toBe(false);
      } finally {
        await gateway.close();
      }
    }
  });

  it('says so when the model cannot be started, and is not tried again', async () => {
    const folder = folderWith([...WHISPER, 'tiny-tokens.txt.broken']);
    const { ear, lines } = open(folder);
    const wav = await speech();
    await expect(ear.hear({ wav, times: false })).rejects.toMatchObject({ code: 'engine-not-ready' });
    expect(lines.map(([event]) => event)).toEqual(['ear-broken']);
    expect(ear.problem()?.code).toBe('engine-failed');
    await expect(ear.hear({ wav, times: false })).rejects.toMatchObject({ code: 'engine-not-ready' });
  });

  it('survives a library that crashes: that call fails, the next one is heard', async () => {
    const { ear } = open(folderWith(WHISPER));
    // The stand-in aborts its process on sound of more than a minute.
    const deadly = writeWav(new Int16Array(61 * 16_000), 16_000);
    await expect(ear.hear({ wav: deadly, times: false })).rejects.toMatchObject({ code: 'model-failed' });
    expect((await ear.hear({ wav: await speech(), times: false })).text).toBe('صوت 2.3');
  });

  it('lets go of a call at once when nobody waits for it', async () => {
    const { ear } = open(folderWith(WHISPER));
    const leaving = new AbortController();
    const wav = await speech();
    const call = ear.hear({ wav, times: false }, leaving.signal);
    leaving.abort(new Error('gone'));
    await expect(call).rejects.toThrow('gone');
    expect((await ear.hear({ wav, times: false })).text).toBe('صوت 2.3');
  });

  it('is not held to be stuck while many wait for it', async () => {
    const { ear } = open(folderWith([...WHISPER, 'tiny-tokens.txt.slow']), STAND_IN, { hearingMs: 1500 });
    const wav = await speech();
    const heard = await Promise.all(Array.from({ length: 6 }, () => ear.hear({ wav, times: false })));
    expect(heard.map(({ text }) => text)).toEqual([1, 2, 3, 4, 5, 6].map((times) => `صوت ${times}`));
  }, 20_000);

  it('does not hear what nobody waits for any more', async () => {
    const { ear } = open(folderWith([...WHISPER, 'tiny-tokens.txt.slow']));
    const wav = await speech();
    const leaving = new AbortController();
    const first = ear.hear({ wav, times: false });
    const left = Array.from({ length: 3 }, () => ear.hear({ wav, times: false }, leaving.signal));
    const outcomes = Promise.allSettled(left);
    expect((await first).text).toBe('صوت 1');
    leaving.abort(new Error('gone'));
    expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    // The one that it was at was heard to its end.
    expect((await ear.hear({ wav, times: false })).text).toBe('صوت 3');
  }, 20_000);

  it('serves both endpoints where no server is set, and is announced', async () => {
    const { ear } = open(folderWith(WHISPER));
    const ports = (): Partial<Ports> => ({ ear });
    const gateway = await createTestGateway({ ports });
    try {
      const whole = await gateway.call(WHOLE, {
        method: 'POST',
        body: form('speech.mp3', { ModelName: 'v1' }),
      });
      expect(await textOf(whole)).toMatch(/^صوت 2\.\d ar$/);
      const events = await allEvents(
        await gateway.call(STREAM, { method: 'POST', body: form('speech.mp3') }),
      );
      expect(events.at(-2)?.final).toMatch(/^صوت 2\.\d$/);
      const translated = await gateway.call(STREAM, {
        method: 'POST',
        body: form('speech.mp3', { TargetLanguage: 'en' }),
      });
      expect(await faultOf(translated)).toMatchObject({ status: 400, fault: 'translation-not-offered' });
      const facts = (await (await gateway.call('/api/Capabilities')).json()) as {
        Response: { models: { transcription: boolean } };
      };
      expect(facts.Response.models.transcription).toBe(true);
    } finally {
      await gateway.close();
    }
  });
});

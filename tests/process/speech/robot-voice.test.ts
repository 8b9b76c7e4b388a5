import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readWav } from '#common/wav.ts';
import { findRobotVoice } from '#gateway/node/processes/audio/robot-voice.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'robot-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** A stand-in with the arguments of espeak-ng: lists two voices, and tells back what it was asked as a "sound". */
async function install(speech: string): Promise<void> {
  const program = join(folder, 'espeak-ng');
  const list = 'Pty Language Age/Gender VoiceName\\n 5 ar --/M Arabic\\n 2 en-us --/M English\\n';
  await writeFile(
    program,
    `#!/bin/sh\nif [ "$1" = --voices ]; then printf '${list}'; exit 0; fi\n${speech}\n`,
  );
  await chmod(program, 0o755);
}

describe('the robot voice of this machine', () => {
  test('is none where the program is not installed', async () => {
    expect(await findRobotVoice(folder)).toBeNull();
    expect(await findRobotVoice('')).toBeNull();
  });

  test('speaks the languages that the program lists', async () => {
    await install('cat');
    const robot = await findRobotVoice(folder);
    expect(robot?.languages).toEqual(['ar', 'ar-eg', 'en', 'ar-sa']);
  });

  test('hands the text over by a pipe, and nothing of the environment', async () => {
    await install('echo "$@"; cat; env');
    process.env['FIHRIST_SECRET_OF_TEST'] = 'سر';
    try {
      const robot = await findRobotVoice(folder);
      const received = new TextDecoder().decode(await robot?.speak('--version مرحبا', 'ar-eg'));
      expect(received).toMatch(/^-v ar --stdin --stdout -b 1\n--version مرحبا/u);
      expect(received).not.toContain('سر');
    } finally {
      delete process.env['FIHRIST_SECRET_OF_TEST'];
    }
  });

  test('reports its own failure, not a failure of the gateway', async () => {
    await install('exit 3');
    const robot = await findRobotVoice(folder);
    await expect(robot?.speak('نص', 'ar')).rejects.toMatchObject({
      code: 'model-failed',
      parameters: { model: 'espeak-ng', status: 3 },
    });
  });

  test('is ended when nobody waits any more', async () => {
    await install('exec sleep 60');
    const robot = await findRobotVoice(folder);
    const leaving = new AbortController();
    const speaking = robot?.speak('نص', 'ar', leaving.signal);
    setTimeout(() => leaving.abort(new Error('left')), 50);
    await expect(speaking).rejects.toThrow('left');
  });

  test('makes real sound where espeak-ng is installed', async ({ skip }) => {
    const robot = await findRobotVoice();
    skip(robot === null, 'espeak-ng is not installed here');
    const wav = readWav((await robot?.speak('مرحبًا بكم في فهرس', 'ar')) ?? new Uint8Array());
    expect((wav?.pcm.length ?? 0) / (wav?.sampleRate ?? 1)).toBeGreaterThan(0.5);
    expect(Math.max(...(wav?.pcm ?? []))).toBeGreaterThan(1_000);
  });
});

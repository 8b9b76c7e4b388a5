import { execFile, spawn } from 'node:child_process';
import { access, constants } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { SYNTHESIS_LANGUAGES } from '#contract/speech.ts';
import { GatewayFault } from '#gateway/core/errors.ts';
import type { RobotVoice } from '#gateway/modules/speech/ports/spoken-audio.ts';

const PROGRAM = 'espeak-ng';
/** Languages whose names differ in espeak-ng. */
const NAMES: Record<string, string> = { fr: 'fr-fr', zh: 'cmn', 'ar-eg': 'ar', 'ar-sa': 'ar', en: 'en-us' };
const TIMEOUT_SECONDS = 60;
const MAX_OUTPUT_BYTES = 256 * 1024 * 1024;
/** The environment of espeak-ng, without the server's own, which holds keys. */
const ENVIRONMENT = { LANG: 'C.UTF-8' };

/** The robot voice of this machine: espeak-ng, where the operator has installed it; else null. */
export async function findRobotVoice(path = process.env['PATH'] ?? ''): Promise<RobotVoice | null> {
  const program = await findProgram(path);
  if (program === undefined) return null;
  const voiceLanguages = await listLanguages(program);
  const languages = SYNTHESIS_LANGUAGES.filter((code) => voiceLanguages.has(NAMES[code] ?? code));
  if (languages.length === 0) return null;
  return {
    languages,
    speak: (text, language, signal) => run(program, text, NAMES[language] ?? language, signal),
  };
}

async function findProgram(path: string): Promise<string | undefined> {
  for (const folder of path.split(delimiter)) {
    const program = join(folder, PROGRAM);
    const isExecutable = await access(program, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (folder !== '' && isExecutable) return program;
  }
  return undefined;
}

async function listLanguages(program: string): Promise<Set<string>> {
  try {
    const { stdout } = await promisify(execFile)(program, ['--voices'], { env: ENVIRONMENT, timeout: 5_000 });
    return new Set(stdout.split('\n').map((line) => line.trim().split(/\s+/)[1] ?? ''));
  } catch {
    return new Set();
  }
}

/**
 * The text goes in by a pipe, never as an argument: it may begin with a dash, and lists of processes show arguments.
 */
async function run(program: string, text: string, voice: string, signal?: AbortSignal): Promise<Uint8Array> {
  signal?.throwIfAborted();
  const child = spawn(program, ['-v', voice, '--stdin', '--stdout', '-b', '1'], {
    env: ENVIRONMENT,
    stdio: ['pipe', 'pipe', 'ignore'],
    windowsHide: true,
  });
  const failure = (status: number) =>
    new GatewayFault('model-failed', { purpose: 'speech', model: PROGRAM, status });
  const chunks: Buffer[] = [];
  let size = 0;
  const kill = () => void child.kill('SIGKILL');
  const timer = setTimeout(kill, TIMEOUT_SECONDS * 1000);
  signal?.addEventListener('abort', kill, { once: true });
  try {
    const ended = new Promise<number>((resolve) => {
      child.once('error', () => resolve(-1));
      child.once('close', (code) => resolve(code ?? -1));
    });
    child.stdout.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > MAX_OUTPUT_BYTES) kill();
      else chunks.push(chunk);
    });
    // espeak-ng may end before it has read all text.
    child.stdin.on('error', () => undefined).end(text);
    const code = await ended;
    signal?.throwIfAborted();
    if (code !== 0 || size === 0) throw failure(code);
    return new Uint8Array(Buffer.concat(chunks));
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', kill);
  }
}

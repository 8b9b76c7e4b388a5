import type { ChildProcess } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { basename, resolve } from 'node:path';
import { GatewayFault } from '#gateway/errors.ts';
import type { EarProblemCode } from '#gateway/messages/short-reasons.ts';
import type { Reason } from '#gateway/model.ts';
import type { Heard, LocalEar, Log } from '#gateway/ports.ts';
import { toFloats } from '#gateway/sound/resample.ts';
import { readWav } from '#gateway/sound/wav.ts';
import { chooseModel, type EarModel } from './choose-model.ts';
import type { EarReply } from './ear-protocol.ts';
import { spawnEar } from './spawn-ear.ts';

const SETTING = 'FIHRIST_TRANSCRIPTION_FOLDER';
/** A model of a gigabyte takes its time to load; a piece is half a minute of sound at most. */
const LOADING_MS = 120_000;
const HEARING_MS = 180_000;

export interface LocalEarOptions {
  folder: string;
  log: Log;
  /** In place of `sherpa-onnx-node`. */
  module?: string;
  /** The longest that one piece may take. Milliseconds. */
  hearingMs?: number;
}

interface Running {
  child: ChildProcess;
  ready: Promise<void>;
  /** Winds the clock of the piece that is being heard; it stands still while there is none. */
  wind: () => void;
  answers: Map<
    number,
    { resolve: (reply: Extract<EarReply, { id: number }>) => void; reject: (error: unknown) => void }
  >;
}

/** Hears with the model in a folder, by sherpa-onnx, in a process that is started with the first sound. */
export function createLocalEar({
  folder,
  log,
  module = 'sherpa-onnx-node',
  hearingMs = HEARING_MS,
}: LocalEarOptions): LocalEar & { close(): void } {
  const path = resolve(folder);
  const found = lookFor(path, module);
  let problem: Reason | null = 'problem' in found ? reasonOf(found.problem) : null;
  if (problem) log.warn('ear-not-ready', { setting: SETTING, folder: path, reason: problem.code });
  let running: Running | undefined;
  let ids = 0;

  function reasonOf(code: EarProblemCode): Reason {
    // Whoever is told of it by a call learns no path of this machine.
    return { code, parameters: { folder: basename(path) } };
  }

  function faultOf(reason: Reason): GatewayFault {
    return new GatewayFault('engine-not-ready', {
      ...reason.parameters,
      setting: SETTING,
      reason: reason.code,
    });
  }

  function start(model: EarModel): Running {
    const threads = Math.max(1, Math.min(4, availableParallelism() - 1));
    const child = spawnEar(path, { module, model, threads });
    const answers: Running['answers'] = new Map();
    let clock: NodeJS.Timeout | undefined;
    // Pieces are heard one after another: the time of one does not count for those behind it.
    const wind = (): void => {
      clearTimeout(clock);
      if (answers.size > 0) clock = setTimeout(() => child.kill('SIGKILL'), hearingMs);
    };
    const ready = new Promise<void>((resolveReady, reject) => {
      const timer = setTimeout(() => child.kill('SIGKILL'), LOADING_MS);
      const end = (error: unknown): void => {
        clearTimeout(timer);
        if (running?.child === child) running = undefined;
        reject(error);
        for (const { reject: rejectOne } of answers.values()) rejectOne(error);
        answers.clear();
        clearTimeout(clock);
      };
      child.on('message', (reply: EarReply) => {
        if ('ready' in reply) {
          clearTimeout(timer);
          resolveReady();
        } else if ('broken' in reply) {
          problem = reasonOf('engine-failed');
          log.error('ear-broken', { folder: path, kind: model.kind, said: reply.broken.slice(0, 300) });
          end(faultOf(problem));
          child.kill('SIGKILL');
        } else {
          const waiting = answers.get(reply.id);
          answers.delete(reply.id);
          wind();
          waiting?.resolve(reply);
        }
      });
      const gone = (): void => end(failure(model));
      child.on('error', gone);
      child.on('exit', gone);
    });
    ready.catch(() => undefined);
    // It does not keep the gateway alive.
    child.unref();
    child.channel?.unref();
    return { child, ready, wind, answers };
  }

  return {
    problem: () => problem,
    async hear({ wav, language = '', times }, signal): Promise<Heard> {
      signal?.throwIfAborted();
      if (problem || !('model' in found)) throw faultOf(problem ?? reasonOf('engine-failed'));
      const { model } = found;
      const sound = readWav(wav);
      if (!sound) throw failure(model);
      const engine = (running ??= start(model));
      await engine.ready;
      signal?.throwIfAborted();
      const id = ++ids;
      const reply = await new Promise<Extract<EarReply, { id: number }>>((resolveReply, reject) => {
        // The library cannot be interrupted: what it is at is heard to its end, and dropped; what waits is not heard.
        const leave = (): void => {
          engine.answers.delete(id);
          if (engine.answers.size === 0) engine.wind();
          if (engine.child.connected) engine.child.send({ drop: id });
          settle();
          reject(signal?.reason as Error);
        };
        const settle = (): void => signal?.removeEventListener('abort', leave);
        signal?.addEventListener('abort', leave, { once: true });
        engine.answers.set(id, {
          resolve: (answer) => (settle(), resolveReply(answer)),
          reject: (error) => (settle(), reject(error)),
        });
        if (engine.answers.size === 1) engine.wind();
        engine.child.send({ id, samples: toFloats(sound.pcm), language });
      });
      if ('failed' in reply) {
        log.error('ear-failed', { kind: model.kind, said: reply.failed.slice(0, 300) });
        throw failure(model);
      }
      const seconds = sound.pcm.length / sound.sampleRate;
      return { text: reply.text.trim(), segments: times ? segmentsOf(reply, seconds) : null };
    },
    close: () => void running?.child.kill('SIGKILL'),
  };
}

function failure({ kind }: EarModel): GatewayFault {
  return new GatewayFault('model-failed', { purpose: 'transcription', model: kind, status: 0 });
}

function lookFor(folder: string, module: string): { model: EarModel } | { problem: EarProblemCode } {
  let names: string[];
  try {
    names = readdirSync(folder);
  } catch {
    return { problem: 'engine-folder-missing' };
  }
  const model = chooseModel(folder, names);
  if (!model) return { problem: 'engine-model-unknown' };
  try {
    createRequire(import.meta.url).resolve(module);
  } catch {
    return { problem: 'engine-package-missing' };
  }
  return { model };
}

/** One segment a piece, from its first token on; null where the model tells no times. */
function segmentsOf(
  { text, timestamps }: { text: string; timestamps: number[] },
  seconds: number,
): Heard['segments'] {
  const [start] = timestamps;
  if (text.trim() === '') return [];
  return start === undefined ? null : [{ start, end: seconds, text: text.trim() }];
}

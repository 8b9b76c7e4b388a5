/** The thread of a watchdog: `startWatchdog` starts it. */
import { write } from 'node:fs';
import { type Debugger, Session } from 'node:inspector';
import { setTimeout as sleep } from 'node:timers/promises';
import { workerData } from 'node:worker_threads';
import type { WatchdogTask } from './watchdog.ts';

/** `EX_SOFTWARE` of sysexits.h: an error of the program itself. */
const WATCHDOG_EXIT_CODE = 70;
const STANDARD_ERROR = 2;
const ERROR_LEVEL = 50;
const MAX_STACK_FRAMES = 10;
/** Patience with each step that a process may be too stuck or a machine too busy for: the stack, the line, the end. */
const STEP_TIMEOUT_MS = 5_000;
/** A tick that comes later than this, in ticks, says that the watchdog did not run: the machine slept or was overloaded. */
const MAX_TICK_DELAY = 2;

const { beats, tickMs, maxSilentTicks, line } = workerData as WatchdogTask;
const counter = new Int32Array(beats);
let lastBeat = 0;
let lastTickOn = performance.now();
let silentTicks = 0;

const ticking = setInterval(() => {
  const now = performance.now();
  const isOnTime = now - lastTickOn < MAX_TICK_DELAY * tickMs;
  lastTickOn = now;
  const beat = Atomics.load(counter, 0);
  if (beat !== lastBeat) silentTicks = 0;
  else if (isOnTime) silentTicks++;
  lastBeat = beat;
  if (silentTicks < maxSilentTicks) return;
  clearInterval(ticking);
  void endProcess();
}, tickMs);

async function endProcess(): Promise<void> {
  const session = new Session();
  const stopped = await Promise.race([pauseMainThread(session), sleep(STEP_TIMEOUT_MS)]);
  await Promise.race([logLine(stopped?.stack), sleep(STEP_TIMEOUT_MS)]);
  // The first process of a container gets no signals of its own; one whose thread is not in JavaScript runs nothing.
  if (stopped) {
    // What the inspector prints at the end is no line of the log.
    const expression = `process.getBuiltinModule('fs').closeSync(${STANDARD_ERROR}); process.reallyExit(${WATCHDOG_EXIT_CODE})`;
    session.post('Debugger.evaluateOnCallFrame', { callFrameId: stopped.callFrameId, expression });
    await sleep(STEP_TIMEOUT_MS);
  }
  process.kill(process.pid, 'SIGKILL');
}

/** Where the main thread is, which goes no further. */
function pauseMainThread(session: Session): Promise<{ callFrameId: string; stack: string[] }> {
  const urls = new Map<string, string>();
  session.on('Debugger.scriptParsed', ({ params }) => urls.set(params.scriptId, params.url));
  const describe = ({ functionName, location }: Debugger.CallFrame) =>
    `at ${functionName || '<anonymous>'} (${urls.get(location.scriptId)}:${location.lineNumber + 1})`;
  return new Promise((resolve) => {
    session.on('Debugger.paused', ({ params: { callFrames } }) =>
      resolve({
        callFrameId: callFrames[0]?.callFrameId ?? '',
        stack: callFrames.slice(0, MAX_STACK_FRAMES).map(describe),
      }),
    );
    session.connectToMainThread();
    session.post('Debugger.enable');
    session.post('Debugger.pause');
  });
}

/** Not synchronously: a reader of the log that hangs as well must not hold up the end. */
function logLine(stack: string[] | undefined): Promise<void> {
  if (!line) return Promise.resolve();
  const facts = { level: ERROR_LEVEL, time: new Date().toISOString(), ...line };
  const text = `${JSON.stringify({ ...facts, at: stack, msg: 'event-loop-blocked' })}\n`;
  return new Promise((resolve) => write(STANDARD_ERROR, text, () => resolve()));
}

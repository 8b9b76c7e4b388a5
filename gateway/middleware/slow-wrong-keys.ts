import { GatewayFault } from '#gateway/errors.ts';
import type { createWrongKeys } from './wrong-keys.ts';

/**
 * Refuses, unlooked at, what an address tries while as many of its refusals wait as may: else the next ones would be told
 * at once, and a right one among them too. A key that was right lately passes.
 */
export async function lookIfFew(
  wrongKeys: ReturnType<typeof createWrongKeys>,
  facts: { address: string; admitted?: () => void },
  work: () => Promise<void>,
): Promise<void> {
  const look = wrongKeys.look(facts.address);
  if ('refusedForSeconds' in look) throw tooManyWrongKeys(look.refusedForSeconds);
  // A right key gives its place back before the work, which may take long.
  facts.admitted = () => look.end();
  try {
    await work();
  } finally {
    look.end();
  }
}

const tooManyWrongKeys = (seconds: number) =>
  new GatewayFault('too-many-wrong-keys', { seconds }, { headers: { 'Retry-After': String(seconds) } });

/** A key or a code that was tried in vain; a call without any is no try. */
function isWrongKey(error: unknown, headers: Headers, keyHeader: string): error is GatewayFault {
  if (!(error instanceof GatewayFault)) return false;
  return error.code === 'code-spent' || (error.code === 'invalid-key' && Boolean(headers.get(keyHeader)));
}

interface Caller {
  address: string;
  request: Pick<Request, 'headers' | 'signal'>;
  keyHeader: string;
  /** Ends every wait: the server is being stopped. */
  closing: AbortSignal | undefined;
}

/**
 * The fault to answer with, once it may be told: a refused key waits as long as its address has earned, and where
 * too many wait already it becomes 429 at once. Everything else passes straight through.
 */
export async function slowWrongKeys(
  error: unknown,
  wrongKeys: ReturnType<typeof createWrongKeys>,
  { address, request, keyHeader, closing }: Caller,
): Promise<unknown> {
  if (!isWrongKey(error, request.headers, keyHeader)) return error;
  const sentence = wrongKeys.note(address);
  if ('refusedForSeconds' in sentence) {
    return tooManyWrongKeys(sentence.refusedForSeconds);
  }
  if (sentence.waitMs > 0) await wait(sentence.waitMs, [request.signal, ...(closing ? [closing] : [])]);
  sentence.leave();
  return error;
}

/** Waits, or less where whoever waits has left. */
async function wait(ms: number, ends: AbortSignal[]): Promise<void> {
  if (ends.some(({ aborted }) => aborted)) return;
  await new Promise<void>((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      for (const signal of ends) signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    for (const signal of ends) signal.addEventListener('abort', end, { once: true });
  });
}

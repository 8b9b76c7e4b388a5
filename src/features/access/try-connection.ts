import type { ProbeResult } from '#src/api/probe.ts';
import { probeConnection } from '#src/api/probe.ts';
import type { ConnectValues, ProblemKey } from './connect-schema.ts';
import { connectSchema } from './connect-schema.ts';

export type Problems = Partial<Record<keyof ConnectValues, ProblemKey>>;
export type Refusal = Extract<ProbeResult, { ok: false }>;
export type Attempt =
  | { kind: 'incomplete'; problems: Problems }
  | { kind: 'refused'; values: ConnectValues; refusal: Refusal }
  | { kind: 'works'; values: ConnectValues };

/** Checks what was entered, and tries it. A chunk of its own: the schema and the client are not needed to show a form. */
export async function tryConnection(entered: ConnectValues): Promise<Attempt> {
  const parsed = connectSchema.safeParse(entered);
  if (!parsed.success) {
    const problems: Problems = {};
    for (const { path, message } of parsed.error.issues) {
      problems[path[0] as keyof ConnectValues] ??= message as ProblemKey;
    }
    return { kind: 'incomplete', problems };
  }
  const values = parsed.data;
  const result = await probeConnection({ ...values, madeByCode: false });
  return result.ok ? { kind: 'works', values } : { kind: 'refused', values, refusal: result };
}

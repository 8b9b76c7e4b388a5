import { JSON_BODY_LIMIT } from '#contract/limits.ts';
import { EXAMPLE_PARAMS, OPERATIONS, type OperationId } from '#contract/operations/index.ts';
import type { Operation } from '#contract/operations/operation.ts';

/** The path of an operation with the names and the query of its example. */
export function pathFor(id: OperationId): string {
  const { path, example }: Operation = OPERATIONS[id];
  const query = new URLSearchParams(example?.query).toString();
  return path.replace(/\{(\w+)\}/g, (_, name: string) => EXAMPLE_PARAMS[name] ?? '') + (query && `?${query}`);
}

/** A request that passes every check of form. What may be left out of a body is, but where the example sends it. */
export function validInit(id: OperationId): { method: string; json?: unknown; body?: FormData } {
  const { method, body, example }: Operation = OPERATIONS[id];
  switch (body.form) {
    case 'json':
      return { method, json: example?.body };
    case 'multipart': {
      const form = new FormData();
      for (const [name, text] of Object.entries(example?.body ?? {})) form.set(name, String(text));
      form.set(body.file, new Blob([body.file === 'Record' ? 'RIFF....WAVE' : 'نص']), 'ملف.txt');
      return { method, body: form };
    }
    default:
      return { method };
  }
}

/** The most bytes of JSON that an operation takes. */
export function maxBytesOf(id: OperationId): number {
  const { body }: Operation = OPERATIONS[id];
  return ('maxBytes' in body ? body.maxBytes : undefined) ?? JSON_BODY_LIMIT;
}

/** A speech form that the contract accepts. */
export function speechForm(): FormData {
  return validInit('transcribe').body ?? new FormData();
}

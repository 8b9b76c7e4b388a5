import { Readable } from 'node:stream';
import { ReadableStream as NodeStream } from 'node:stream/web';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import { GatewayFault } from '#gateway/core/errors.ts';
import type { FilePart, FormReader } from '#gateway/modules/files/ports/files.ts';

/** A form may not be used to fill the memory: its text parts are few and short. */
const LIMITS = {
  fieldNameSize: 200,
  fieldSize: 64 * 1024,
  fields: 50,
  files: 10,
  parts: 60,
  headerPairs: 50,
};

/** Reads forms as they stream: memory stays flat whatever a file's size. */
export function createBusboyReader(): FormReader {
  return {
    read: (request, onFile) =>
      new Promise((resolve, reject) => {
        const fields: Record<string, string> = {};
        const handlers: Promise<void>[] = [];
        const streams: Readable[] = [];
        let hasFailed = false;
        const malformed = (cause?: unknown): GatewayFault =>
          new GatewayFault('malformed-form', {}, { cause });
        if (!request.body) return reject(malformed());
        const form = openForm(request.headers.get('content-type') ?? '');
        if (!form) return reject(malformed());
        const source = Readable.fromWeb(request.body as NodeStream);

        const fail = (reason: unknown): void => {
          if (hasFailed) return;
          hasFailed = true;
          source.unpipe(form);
          // What is still to come is let in and dropped, so that the answer can be read by whoever still sends.
          source.resume();
          form.destroy();
          // The reader of a part gets the error, and cleans up before the promise rejects.
          for (const stream of streams) if (!stream.readableEnded) stream.destroy(malformed(reason));
          void Promise.allSettled(handlers).then(() => reject(reason));
        };
        form.on('field', (name, value, nameCut, valueCut) => {
          if (nameCut || valueCut) fail(malformed());
          else fields[name] = value.toWellFormed();
        });
        form.on('file', (field, stream, fileName, _, mime) => {
          // A part without a reader may emit an error; `fail` handles that.
          stream.on('error', () => {});
          streams.push(stream);
          // Cancelling must not destroy it: the form goes on only once a part has come to its end.
          const web = NodeStream.from<Uint8Array>(stream.iterator({ destroyOnReturn: false }));
          const handled = onFile({
            field,
            fileName: (fileName ?? '').toWellFormed(),
            mime,
            stream: web as unknown as FilePart['stream'],
          });
          handlers.push(handled);
          handled.then(() => void stream.resume(), fail);
        });
        for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const)
          form.on(limit, () => fail(malformed()));
        form.on('error', (error) => fail(malformed(error)));
        source.on('error', (error) => fail(malformed(error)));
        source.on('close', () => {
          if (!source.readableEnded) fail(malformed());
        });
        form.on('finish', () => {
          Promise.all(handlers).then(() => resolve(fields), fail);
        });
        source.pipe(form);
      }),
  };
}

function openForm(contentType: string): BusboyInstance | undefined {
  try {
    return new Busboy({ headers: { 'content-type': contentType }, limits: LIMITS });
  } catch {
    return undefined;
  }
}

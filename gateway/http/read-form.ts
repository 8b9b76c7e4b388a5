import type * as z from 'zod/mini';
import { fileTooLarge } from '#gateway/core/errors.ts';
import type { GatewaySettings, Ports } from '#gateway/ports.ts';
import type { Call } from './call.ts';
import { validate } from './validate.ts';

/** What a multipart form adds to its file, at most. */
const FORM_ALLOWANCE_BYTES = 1024 * 1024;

type FormPorts = Pick<Ports, 'forms'> & { settings: Pick<GatewaySettings, 'maxUploadBytes'> };

/**
 * The text fields of a multipart body, by the operation's schema. Its file goes to `onFile` while it arrives; other files
 * are skipped. Throws 413 where the announced length exceeds the limit, and `onSecondFile` for a second file.
 */
export async function readForm<Schema extends z.ZodMiniType>(
  { ports, request, language }: Pick<Call<FormPorts>, 'ports' | 'request' | 'language'>,
  { schema, file: name }: { schema: Schema; file: string },
  onFile: Parameters<Ports['forms']['read']>[1],
  onSecondFile: () => Error,
): Promise<z.output<Schema>> {
  const { maxUploadBytes } = ports.settings;
  if (Number(request.headers.get('content-length') ?? 0) > maxUploadBytes + FORM_ALLOWANCE_BYTES)
    throw fileTooLarge(maxUploadBytes);
  let isTaken = false;
  const form = await ports.forms.read(request, async (file) => {
    if (file.field !== name) return file.stream.cancel();
    if (isTaken) throw onSecondFile();
    // Set before storing: a second file may arrive meanwhile.
    isTaken = true;
    await onFile(file);
  });
  return validate(schema, form, language);
}

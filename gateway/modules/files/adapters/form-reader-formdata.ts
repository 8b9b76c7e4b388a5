import { GatewayFault } from '#gateway/core/errors.ts';
import type { FormReader } from '#gateway/modules/files/ports/files.ts';

/** Reads a form by the platform's own `formData()`, which holds the form in memory: for browser tabs and tests. */
export function createFormDataReader(): FormReader {
  return {
    async read(request, onFile) {
      const form = await request.formData().catch(() => {
        throw new GatewayFault('malformed-form');
      });
      const fields: Record<string, string> = {};
      for (const [field, value] of form) {
        if (typeof value === 'string') fields[field] = value.toWellFormed();
        else
          await onFile({
            field,
            fileName: value.name,
            mime: value.type || 'application/octet-stream',
            stream: value.stream(),
          });
      }
      return fields;
    },
  };
}

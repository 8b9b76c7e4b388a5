import { HEADERS } from '#contract/headers.ts';
import { ATTACHMENT_FIELD, uploadFieldsSchema } from '#contract/uploads.ts';
import { GatewayFault } from '#gateway/errors.ts';
import type { Language } from '#gateway/messages/language.ts';
import { bind } from '#gateway/middleware/bind.ts';
import { validate } from '#gateway/middleware/validate.ts';
import type { StoredFile } from '#gateway/model.ts';
import { signFileAddress } from '#gateway/services/files/file-address.ts';
import type { Once } from '#gateway/services/idempotency.ts';
import { type StoredPart, storePart, tooLarge } from '#gateway/services/files/store-upload.ts';
import { fileFields, fileSubject, UNCHANGED } from '#gateway/services/audit/told-fields.ts';
import { uploadFile } from '#gateway/services/files/upload-file.ts';

/** What a multipart form adds to its file, at the very most. */
const FORM_ALLOWANCE = 64 * 1024;

const ONE_FILE: Record<Language, string> = { ar: 'ملف واحد لا أكثر', en: 'takes one file' };

function second(language: Language): GatewayFault {
  const parameters = { field: ATTACHMENT_FIELD, issue: ONE_FILE[language] };
  return new GatewayFault('invalid-field', parameters, { field: ATTACHMENT_FIELD });
}

/** Endpoint 4. */
export function uploadRoutes(once: Once) {
  return {
    upload: bind({
      async handle(call) {
        const { ports, botId, request, language } = call;
        const { maxUploadBytes } = ports.settings;
        // Said at once where the length is announced; else while it streams.
        if (Number(request.headers.get('content-length') ?? 0) > maxUploadBytes + FORM_ALLOWANCE)
          throw tooLarge(maxUploadBytes);
        let part: StoredPart | undefined;
        let isTaken = false;
        let kept = false;
        try {
          const form = await ports.forms.read(request, async (file) => {
            if (file.field !== ATTACHMENT_FIELD) return file.stream.cancel();
            if (isTaken) throw second(language);
            // At once: a second one may come before the first is stored.
            isTaken = true;
            part = await storePart(ports, file);
          });
          const fields = validate(uploadFieldsSchema, form, language);
          if (!part)
            throw new GatewayFault('file-missing', { field: ATTACHMENT_FIELD }, { field: ATTACHMENT_FIELD });
          const stored = part;
          const kind = fields['Model.FileType'];
          const convertTo = fields.ConvertAttachmentTo;
          const wishes = {
            ...(kind ? { kind } : {}),
            ...(convertTo ? { convertTo } : {}),
            encryptName: fields.EncryptFileName?.toLowerCase() === 'true',
          };
          const key = request.headers.get(HEADERS.idempotencyKey);
          const content = JSON.stringify([stored.sha256, stored.name, wishes]);
          const repeatable = { botId, keyId: call.key.id, action: 'upload', key, content };
          const first = await once(repeatable, async () => {
            kept = true;
            return { id: (await uploadFile(ports, botId, stored, wishes, request.signal)).id };
          });
          const file = await ports.files.byId(botId, first.id);
          if (!file) throw new GatewayFault('file-not-found');
          call.audit({
            subject: fileSubject(file),
            ...(kept ? { before: null, after: fileFields(file) } : UNCHANGED),
          });
          return { response: await resultOf(call, file) };
        } finally {
          if (part && !kept) await ports.blobs.remove(part.blob);
        }
      },
    }),
  };
}

async function resultOf(
  { ports, origin }: Parameters<Parameters<typeof bind>[0]['handle']>[0],
  file: StoredFile,
) {
  const { signingSecret } = ports.settings;
  return {
    FileURL: await signFileAddress(signingSecret, origin, file, ports.clock.now()),
    FileMimeType: file.mime,
    FileName: file.name,
    FilePath: file.path,
  };
}

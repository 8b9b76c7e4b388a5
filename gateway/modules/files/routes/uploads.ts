import { OPERATIONS } from '#contract/operations/index.ts';
import { ATTACHMENT_FIELD } from '#contract/uploads.ts';
import { GatewayFault } from '#gateway/core/errors.ts';
import type { Language } from '#gateway/core/messages.ts';
import { type Call, routes } from '#gateway/http/call.ts';
import { readForm } from '#gateway/http/read-form.ts';
import type { IdempotencyGuard } from '#gateway/modules/access/services/idempotency.ts';
import { fileFields, fileSubject, UNCHANGED } from '#gateway/modules/audit/services/audited-fields.ts';
import type { StoredFile } from '#gateway/modules/files/model.ts';
import { signFileUrl } from '#gateway/modules/files/services/signed-url.ts';
import { type StoredPart, storePart } from '#gateway/modules/files/services/store-upload.ts';
import { uploadFile } from '#gateway/modules/files/services/upload-file.ts';

const ONE_FILE: Record<Language, string> = { ar: 'ملف واحد لا أكثر', en: 'takes one file' };

function moreThanOneFile(language: Language): GatewayFault {
  const parameters = { field: ATTACHMENT_FIELD, issue: ONE_FILE[language] };
  return new GatewayFault('invalid-field', parameters, { field: ATTACHMENT_FIELD });
}

/** Endpoint 4. */
export function uploadRoutes(once: IdempotencyGuard) {
  return routes({
    async upload(call) {
      const { ports, botId, idempotencyKey: key, language } = call;
      let part: StoredPart | undefined;
      let kept = false;
      try {
        const fields = await readForm(
          call,
          OPERATIONS.upload.body,
          async (file) => void (part = await storePart(ports, file)),
          () => moreThanOneFile(language),
        );
        if (!part)
          throw new GatewayFault('file-missing', { field: ATTACHMENT_FIELD }, { field: ATTACHMENT_FIELD });
        const stored: StoredPart = part;
        const kind = fields['Model.FileType'];
        const convertTo = fields.ConvertAttachmentTo;
        const options = {
          ...(kind ? { kind } : {}),
          ...(convertTo ? { convertTo } : {}),
          encryptName: fields.EncryptFileName?.toLowerCase() === 'true',
        };
        const requestBody = JSON.stringify([stored.sha256, stored.name, options]);
        const repeatable = { botId, keyId: call.key.id, action: 'upload', key, requestBody };
        const first = await once(repeatable, async () => {
          kept = true;
          return { id: (await uploadFile(ports, botId, stored, options, call.request.signal)).id };
        });
        const file = await ports.files.byId(botId, first.id);
        if (!file) throw new GatewayFault('file-not-found');
        call.audit({
          subject: fileSubject(file),
          ...(kept ? { before: null, after: fileFields(file) } : UNCHANGED),
        });
        return { answer: await resultOf(call, file) };
      } finally {
        if (part && !kept) await ports.blobs.remove(part.blob);
      }
    },
  });
}

async function resultOf({ ports, origin }: Call, file: StoredFile) {
  const { signingSecret } = ports.settings;
  return {
    FileURL: await signFileUrl(signingSecret, origin, file, ports.clock.now()),
    FileMimeType: file.mime,
    FileName: file.name,
    FilePath: file.path,
  };
}

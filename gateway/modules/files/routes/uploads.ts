import { OPERATIONS } from '#contract/operations/index.ts';
import { ATTACHMENT_FIELD } from '#contract/uploads.ts';
import { GatewayFault } from '#gateway/core/errors.ts';
import type { Language } from '#gateway/core/messages.ts';
import { type Call, routesOf } from '#gateway/http/call.ts';
import { readForm } from '#gateway/http/read-form.ts';
import type { IdempotencyGuard } from '#gateway/modules/access/services/idempotency.ts';
import { UNCHANGED } from '#gateway/modules/audit/services/record-audit-event.ts';
import type { StoredFile } from '#gateway/modules/files/model.ts';
import type { Ports } from '#gateway/modules/files/ports/ports.ts';
import { fileFields, fileSubject } from '#gateway/modules/files/services/audit-files.ts';
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
  return routesOf<Ports>()({
    async upload(call) {
      const { ports, botId, idempotencyKey: key } = call;
      const { part, options } = await receiveUpload(call);
      const requestBody = JSON.stringify([part.sha256, part.name, options]);
      const repeatable = { botId, keyId: call.key.id, action: 'upload', key, requestBody };
      let isNew = false;
      const { id } = await once(repeatable, async () => {
        isNew = true;
        return { id: (await uploadFile(ports, botId, part, options, call.signal)).id };
      }).finally(async () => {
        // A new upload owns the blob, or has removed it; a repeat leaves its copy behind.
        if (!isNew) await ports.blobs.remove(part.blob);
      });
      const file = await ports.files.byId(botId, id);
      if (!file) throw new GatewayFault('file-not-found');
      call.audit({
        subject: fileSubject(file),
        ...(isNew ? { before: null, after: fileFields(file) } : UNCHANGED),
      });
      return { answer: await resultOf(call, file) };
    },
  });
}

/** The stored file of the form with its options; an invalid form leaves no blob behind. */
async function receiveUpload(call: Call<Ports>) {
  const { ports, language } = call;
  let part: StoredPart | undefined;
  try {
    const fields = await readForm(
      call,
      OPERATIONS.upload.body,
      async (file) => void (part = await storePart(ports, file)),
      () => moreThanOneFile(language),
    );
    if (!part)
      throw new GatewayFault('file-missing', { field: ATTACHMENT_FIELD }, { field: ATTACHMENT_FIELD });
    const kind = fields['Model.FileType'];
    const convertTo = fields.ConvertAttachmentTo;
    const options = {
      ...(kind ? { kind } : {}),
      ...(convertTo ? { convertTo } : {}),
      ...(fields.Origin ? { origin: fields.Origin } : {}),
      encryptName: fields.EncryptFileName?.toLowerCase() === 'true',
    };
    return { part, options };
  } catch (error) {
    if (part) await ports.blobs.remove(part.blob);
    throw error;
  }
}

async function resultOf({ ports, origin }: Call<Ports>, file: StoredFile) {
  const { signingSecret } = ports.settings;
  return {
    FileURL: await signFileUrl(signingSecret, origin, file, ports.clock.now()),
    FileMimeType: file.mime,
    FileName: file.name,
    FilePath: file.path,
  };
}

/** Files: upload, and download by a signed address. */

import * as z from 'zod/mini';
import { HEADERS } from '#contract/headers.ts';
import { botParams } from '#contract/params.ts';
import { ATTACHMENT_FIELD, uploadFieldsSchema, uploadResultSchema } from '#contract/uploads.ts';
import { edits, type Operation, reads } from './operation.ts';

const downloads = {
  ...reads,
  credential: 'signature',
  right: 'any',
  notFound: 'file-not-found',
  requestHeaders: [HEADERS.range],
  answer: { as: 'file', types: ['*/*'] },
  responseHeaders: [HEADERS.contentDisposition, HEADERS.contentRange],
  faults: ['range-unsatisfiable', 'file-changed'],
} as const;

export const upload = {
  ...edits,
  id: 'upload',
  addsData: true,
  path: '/api/UploadBlob',
  summary: 'Stores a file and returns its details, which a registration takes as its source.',
  kind: 'documented',
  body: { form: 'multipart', schema: uploadFieldsSchema, file: ATTACHMENT_FIELD },
  answer: { as: 'plain', schema: uploadResultSchema },
  idempotent: true,
  audited: { kind: 'file' },
  faults: [
    'file-missing',
    'file-empty',
    'file-not-found',
    'type-not-accepted',
    'type-unknown',
    'content-mismatch',
    'old-office-format',
    'type-contradicts',
    'cannot-convert',
  ],
  example: { body: { 'Model.FileType': 'File', EncryptFileName: 'false' } },
} as const satisfies Operation;

export const getFile = {
  ...downloads,
  id: 'getFile',
  path: '/api/Files/{botId}/{fileId}/{grant}/{name}',
  summary: 'Downloads a file by the signed address that upload and units give, good for 24 hours.',
  params: z.extend(botParams, { fileId: z.string(), grant: z.string(), name: z.string() }),
} as const satisfies Operation;

export const getAudio = {
  ...downloads,
  id: 'getAudio',
  path: '/api/Audio/{botId}/{audioId}/{grant}/{name}',
  summary: 'Downloads synthesised speech by its signed address, good for 24 hours.',
  params: z.extend(botParams, { audioId: z.string(), grant: z.string(), name: z.string() }),
} as const satisfies Operation;

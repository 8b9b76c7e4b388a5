import { capabilitiesSchema, lenientCapabilitiesSchema } from '#contract/capabilities.ts';
import { faultEnvelopeSchema } from '#contract/envelope.ts';
import * as session from '#contract/session.ts';
import { usageSchema } from '#contract/usage.ts';
import { MISSING, type Sample, unit } from './sample.ts';

const key = {
  id: 'k',
  name: 'متصفح',
  prefix: 'fih_abcd',
  role: 'owner',
  bots: [1],
  createdOn: unit.createdOn,
  expiresOn: null,
  lastUsedOn: null,
  createdBy: 'code',
  current: true,
  allBots: false,
  caps: { text: 500 },
  rotatedOn: null,
  manageable: true,
};

const ledgerState = {
  ledger: 'text',
  used: 1,
  reserved: 0,
  total: 2,
  period: 'monthly',
  zone: 'Asia/Riyadh',
  startsOn: '2026-10-31T21:00:00.000Z',
  endsOn: '2026-11-30T21:00:00.000Z',
  forecast: {
    burnRate: 0.1,
    peak: 1,
    days: 7,
    lastDay: '2026-12-03',
    earliest: '2026-12-01',
    latest: null,
    exhaustsBeforeReset: false,
  },
};

export const GATEWAY_SAMPLES: Sample[] = [
  ['fault', faultEnvelopeSchema, { StatusCode: 401, Response: 'x', Consumption: '0/10' }, [['Response', {}]]],
  [
    'capabilities',
    capabilitiesSchema,
    {
      name: 'Fihrist',
      version: '1',
      modelFamily: 'Model',
      sourceStatus: { '0': 'waiting' },
      limits: {
        maxUploadBytes: 1,
        maxSources: 1,
        maxTitle: 1,
        maxQuestion: 1,
        concurrency: 1,
        maxImages: 1,
        maxImageBytes: 1,
        maxImageBodyBytes: 1,
        binDays: 1,
      },
      accepts: [{ extension: 'pdf', mime: 'application/pdf', readable: true }],
      models: { chat: false, embeddings: false, transcription: false, speech: false },
      ocr: false,
      extensions: ['listUnits'],
    },
    [
      ['limits.maxTitle', MISSING],
      ['limits.maxImages', MISSING],
      ['limits.binDays', MISSING],
      ['ocr', MISSING],
      ['sourceStatus', []],
      ['models.chat', 'no'],
    ],
  ],
  [
    'capabilities of an older gateway',
    lenientCapabilitiesSchema,
    {
      name: 'Fihrist',
      version: '1',
      modelFamily: 'Model',
      sourceStatus: { '0': 'waiting' },
      limits: { maxUploadBytes: 1, maxSources: 1, maxTitle: 1, maxQuestion: 1, concurrency: 1 },
      accepts: [],
      models: { chat: false, embeddings: false, transcription: false, speech: false },
      extensions: [],
    },
    [
      ['limits.maxTitle', MISSING],
      ['limits.maxImages', 'ten'],
      ['models.chat', 'no'],
    ],
  ],
  [
    'usage',
    usageSchema,
    { ledgers: [ledgerState], asOf: unit.createdOn },
    [
      ['ledgers.0.ledger', 'video'],
      ['ledgers.0.forecast.lastDay', 'tomorrow'],
    ],
  ],
  [
    'sign-in request',
    session.signInRequestSchema,
    { code: 'x'.repeat(32), name: 'Firefox' },
    [
      ['code', 'short'],
      ['code', MISSING],
    ],
  ],
  [
    'sign-in response',
    session.signInResponseSchema,
    { key: 'k', botId: 1, modelFamily: 'Model', view: key },
    [
      ['key', MISSING],
      ['view.role', 'root'],
    ],
  ],
  [
    'session',
    session.sessionSchema,
    { view: key, bots: [{ id: 1, name: 'بوت', archived: false }] },
    [['bots.0.id', '1']],
  ],
  [
    'keys',
    session.keyListSchema,
    { items: [key] },
    [
      ['items.0.createdBy', 'magic'],
      ['items.0.current', MISSING],
    ],
  ],
];

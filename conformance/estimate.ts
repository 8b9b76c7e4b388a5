/** What a group of checks spends and makes at most, as measured on gateways that serve every call. */
interface Estimate {
  tokens: number;
  audioSeconds: number;
  files: number;
  units: number;
}

/** Units for questions, and the files that they are made of. */
const UNITS_TO_ASK = { files: 2, units: 2 };

const ESTIMATES: Readonly<Record<string, Partial<Estimate>>> = {
  upload: { files: 8 },
  register: { files: 5, units: 3 },
  unit: { files: 5, units: 3 },
  answer: { tokens: 8000, ...UNITS_TO_ASK },
  'answer-stream': { tokens: 3000, ...UNITS_TO_ASK },
  chat: { tokens: 2500 },
  'chat-stream': { tokens: 1200 },
  speech: { audioSeconds: 30 },
  'speech-stream': { audioSeconds: 30 },
  load: { tokens: 15_000, files: 1, units: 1 },
};
/** Files and units that several groups share are made once. */
const MAX_MADE = { files: 10, units: 4 };

export function estimateOf(groupIds: readonly string[]): Estimate {
  const sum = { tokens: 0, audioSeconds: 0, files: 0, units: 0 };
  for (const id of groupIds)
    for (const key of Object.keys(sum) as (keyof Estimate)[]) sum[key] += ESTIMATES[id]?.[key] ?? 0;
  return { ...sum, files: Math.min(sum.files, MAX_MADE.files), units: Math.min(sum.units, MAX_MADE.units) };
}

import { access } from './modules/access/module.ts';
import { alerts } from './modules/alerts/module.ts';
import { answers } from './modules/answers/module.ts';
import { audit } from './modules/audit/module.ts';
import { chat } from './modules/chat/module.ts';
import { contradictions } from './modules/contradictions/module.ts';
import { embeddings } from './modules/embeddings/module.ts';
import { evaluation } from './modules/evaluation/module.ts';
import { files } from './modules/files/module.ts';
import { fleet } from './modules/fleet/module.ts';
import { jobs } from './modules/jobs/module.ts';
import { models } from './modules/models/module.ts';
import { runs } from './modules/runs/module.ts';
import { speech } from './modules/speech/module.ts';
import { synonyms } from './modules/synonyms/module.ts';
import { units } from './modules/units/module.ts';
import { usage } from './modules/usage/module.ts';

/** The modules, bottom first: a module imports modules before it and none behind it. The import rules read this list. */
export const MODULES = [
  fleet,
  jobs,
  usage,
  audit,
  access,
  files,
  models,
  speech,
  units,
  embeddings,
  synonyms,
  contradictions,
  runs,
  answers,
  chat,
  alerts,
  evaluation,
] as const;

export type Module = (typeof MODULES)[number];

import type { ArabicTranslation } from './arabic-translation.ts';
import type * as faults from './en/faults.ts';
import type * as pages from './en/pages.ts';
import type * as shared from './en/shared.ts';
import type * as shell from './en/shell-bundle.ts';
import type { Language } from './languages.ts';

export type Translations = typeof shell & typeof faults & typeof shared & typeof pages;

/**
 * `shell` is what Connect and the frame around pages say, `faults` what can go wrong, `shared` what several pages behind
 * the gate say; each other part is the namespace of its pages.
 */
export type TranslationBundle = 'shell' | 'faults' | 'shared' | keyof typeof pages;

type Namespaces = {
  readonly [Name in keyof Translations]?: Translations[Name] | ArabicTranslation<Translations>[Name];
};

const loaders: Record<Language, Record<TranslationBundle, () => Promise<Namespaces>>> = {
  en: {
    shell: () => import('./en/shell-bundle.ts'),
    faults: () => import('./en/faults.ts'),
    shared: () => import('./en/shared.ts'),
    overview: () => import('./en/overview.ts'),
    knowledge: () => import('./en/knowledge.ts'),
    add: () => import('./en/add.ts'),
    bin: () => import('./en/bin.ts'),
    unit: () => import('./en/unit.ts'),
    drafts: () => import('./en/drafts.ts'),
    repair: () => import('./en/repair.ts'),
    health: () => import('./en/health.ts'),
    playground: () => import('./en/playground.ts'),
    answer: () => import('./en/answer.ts'),
    explain: () => import('./en/explain.ts'),
    chat: () => import('./en/chat.ts'),
    voice: () => import('./en/voice.ts'),
    tests: () => import('./en/tests.ts'),
    judging: () => import('./en/judging.ts'),
    history: () => import('./en/history.ts'),
    inbox: () => import('./en/inbox.ts'),
    usage: () => import('./en/usage.ts'),
    synonyms: () => import('./en/synonyms.ts'),
    jobs: () => import('./en/jobs.ts'),
    keys: () => import('./en/keys.ts'),
    bots: () => import('./en/bots.ts'),
    audit: () => import('./en/audit.ts'),
    models: () => import('./en/models.ts'),
    embedding: () => import('./en/embedding.ts'),
    write: () => import('./en/write.ts'),
  },
  ar: {
    shell: () => import('./ar/shell-bundle.ts'),
    faults: () => import('./ar/faults.ts'),
    shared: () => import('./ar/shared.ts'),
    overview: () => import('./ar/overview.ts'),
    knowledge: () => import('./ar/knowledge.ts'),
    add: () => import('./ar/add.ts'),
    bin: () => import('./ar/bin.ts'),
    unit: () => import('./ar/unit.ts'),
    drafts: () => import('./ar/drafts.ts'),
    repair: () => import('./ar/repair.ts'),
    health: () => import('./ar/health.ts'),
    playground: () => import('./ar/playground.ts'),
    answer: () => import('./ar/answer.ts'),
    explain: () => import('./ar/explain.ts'),
    chat: () => import('./ar/chat.ts'),
    voice: () => import('./ar/voice.ts'),
    tests: () => import('./ar/tests.ts'),
    judging: () => import('./ar/judging.ts'),
    history: () => import('./ar/history.ts'),
    inbox: () => import('./ar/inbox.ts'),
    usage: () => import('./ar/usage.ts'),
    synonyms: () => import('./ar/synonyms.ts'),
    jobs: () => import('./ar/jobs.ts'),
    keys: () => import('./ar/keys.ts'),
    bots: () => import('./ar/bots.ts'),
    audit: () => import('./ar/audit.ts'),
    models: () => import('./ar/models.ts'),
    embedding: () => import('./ar/embedding.ts'),
    write: () => import('./ar/write.ts'),
  },
};

export const TRANSLATION_BUNDLES = Object.keys(loaders.en) as TranslationBundle[];

/** Each part of each language is its own chunk: a visit loads only what it shows. */
export function loadTranslations(language: Language, part: TranslationBundle): Promise<Namespaces> {
  return loaders[language][part]();
}

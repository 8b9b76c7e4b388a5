import { DEFAULT_RULES, type PublishingRule } from '#contract/bots.ts';
import { KEPT_QUESTIONS, KEPT_VERSIONS } from '#contract/limits.ts';
import type { Role as KeyRole } from '#contract/session.ts';
import type { UsageBot, UsageKey } from '#gateway/modules/usage/model.ts';

export type { KeyRole };

/** An API key as stored: the hash, never the key itself. */
export interface StoredKey extends UsageKey {
  hash: string;
  prefix: string;
  role: KeyRole;
  expiresOn: Date | null;
  lastUsedOn: Date | null;
  revokedOn: Date | null;
  /** When a rotation replaced the key. */
  rotatedOn: Date | null;
  /** Since when calls with it are refused, until it is resumed; the same for all keys of a family. */
  pausedOn: Date | null;
  createdBy: 'code' | 'operator' | 'owner' | 'command';
}

/** What a key or a person may do, and with which bots. */
export type Access = Pick<StoredKey, 'role' | 'bots' | 'allBots'>;

/** Somebody who signs in by links. Keys of a person never exceed the person's access. */
export interface StoredPerson extends Access {
  id: string;
  name: string;
  createdOn: Date;
  removedOn: Date | null;
}

/** What a bot has of its own; null or empty: as the gateway has it. */
export interface BotSettings {
  concurrency: number | null;
  /** Hosts that URL units may come from, `example.com` or `*.example.com`; empty: any public one. */
  allowedHosts: string[];
  /** What callers get where the knowledge holds no sure answer: the nearest section under words that say so, or "not found". */
  weakAnswers: 'hedged' | 'not-found';
  /** Of the questions that programs ask, how many are kept as runs, in percent, and for how many days. */
  keptPercent: number;
  keptDays: number;
  /** When changes of the knowledge go live: those of a person, and addresses that are read again. */
  personChanges: PublishingRule;
  ownChanges: PublishingRule;
  /** How long versions of a unit are kept that were replaced, and how many of the last ones for longer. */
  versionDays: number;
  versionCount: number;
  /** Whether a person, or a person's browser, chose the time zone. */
  zoneChosen: boolean;
}

export const NO_SETTINGS: BotSettings = {
  concurrency: null,
  allowedHosts: [],
  weakAnswers: 'hedged',
  keptPercent: KEPT_QUESTIONS.percent.default,
  keptDays: KEPT_QUESTIONS.days.default,
  ...DEFAULT_RULES,
  versionDays: KEPT_VERSIONS.days.default,
  versionCount: KEPT_VERSIONS.count.default,
  zoneChosen: false,
};

/** A bot as it is stored; `version` grows with every change. */
export interface Bot extends UsageBot {
  createdOn: Date;
  /** Its knowledge stays; calls that spend or change are refused. */
  archivedOn: Date | null;
  /** In the bin: unknown to every call but those that restore or remove it. */
  deletedOn: Date | null;
  settings: BotSettings;
  version: number;
}

/** Neither revoked nor expired. */
export function isUsable(key: Pick<StoredKey, 'revokedOn' | 'expiresOn'>, on: Date): boolean {
  return !key.revokedOn && !(key.expiresOn && key.expiresOn <= on);
}

/** Whether a key or a person is good for a bot, apart from the bot's own state. */
export function grantsBot({ bots, allBots }: Pick<StoredKey, 'bots' | 'allBots'>, botId: number): boolean {
  return allBots || bots.includes(botId);
}

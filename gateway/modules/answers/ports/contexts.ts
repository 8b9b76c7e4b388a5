import type { ContextItem } from '#gateway/modules/answers/model.ts';

/** The context that `UpdateGlobal` reads and feeds, per bot and key: newest 20, 24 hours. */
export interface ContextStore {
  read(botId: number, keyId: string, since: Date): Promise<ContextItem[]>;
  append(botId: number, keyId: string, items: ContextItem[], on: Date): Promise<void>;
  clear(botId: number, keyId: string): Promise<void>;
  /** Forgets what was added before this moment; returns how many items. */
  expire(before: Date): Promise<number>;
}

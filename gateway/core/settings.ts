import type { Ledger } from '#contract/usage.ts';

/** Settings that the gateway's own code looks at. */
export interface GatewaySettings {
  name: string;
  version: string;
  modelFamily: string;
  maxUploadBytes: number;
  /** `FIHRIST_PUBLIC_URL` without a trailing slash; null: the request's origin. */
  publicUrl: string | null;
  allowPrivateUrls: string[];
  /** Whether pictures of text are recognised (`FIHRIST_OCR`). */
  ocr: boolean;
  corsOrigins: string[];
  concurrency: number;
  /** The bot of the settings (`FIHRIST_BOT_ID`): a printed link signs in to it. */
  botId: number;
  /** Quotas of a new bot by default: tokens, characters spoken, seconds transcribed. */
  quotas: Record<Ledger, number>;
  /** Signs file addresses; at least 32 random bytes. */
  signingSecret: Uint8Array;
  /** Seals secrets that must be read again, such as those of webhooks; 32 random bytes. */
  sealingKey: Uint8Array;
}

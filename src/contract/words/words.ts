/**
 * The sentences that the gateway and the dashboard share, in one language. `{name}` stands for a parameter;
 * `{name, noun}` for a number with its noun in the right form: `{limit, request}` is "1 request" or "20 requests";
 * `{name, or}` for a list of which one is enough: "22050 or 44100". A line break separates what happened from what to do.
 */
import type { FaultCode } from '#contract/faults.ts';
import type { ModelPurpose } from '#contract/models.ts';
import type { CauseCode, ReasonCode } from '#contract/reasons.ts';
import type { Ledger } from '#contract/usage.ts';
import type { AlertSentenceKey } from './alert-sentences.ts';

/** Nouns that are counted, in every grammatical number of a language. */
export type Noun =
  | 'character'
  | 'day'
  | 'edit'
  | 'expression'
  | 'group'
  | 'minute'
  | 'page'
  | 'file'
  | 'passage'
  | 'request'
  | 'second'
  | 'test'
  | 'token'
  | 'image'
  | 'webhook'
  | 'word';

/** A noun after a number, by plural category; `{n}` stands for the number. Arabic forms are genitive. */
export type NounForms = { other: string } & Partial<Record<Intl.LDMLPluralRule, string>>;

/** All sentences of the gateway in one language. */
export interface Words {
  language: 'en' | 'ar';
  /** Messages for a caller of the API. */
  faults: Record<FaultCode, string>;
  /** Messages of the dashboard, only for faults whose API sentence names headers or fields that a person never sees. */
  onScreen: Partial<Record<FaultCode, string>>;
  /** Without full stops: a status line shows the first part alone. */
  reasons: Record<ReasonCode, string>;
  /** For a code that is not in the table; `{code}` names it. */
  unknownReason: string;
  /** The parameter `reason` of faults about audio, as a clause within their sentence. */
  causes: Record<CauseCode, string>;
  /** The parameter `frees` of faults about quota; `unknown` for gateways that do not send it. */
  frees: Record<'calls' | 'reset' | 'raise' | 'unknown', string>;
  /** The parameter `ledger` within a sentence. */
  ledgers: Record<Ledger, string>;
  /** The parameter `purpose` within a sentence. */
  purposes: Record<ModelPurpose, string>;
  /** The quota of each ledger, at the start of an alert. */
  quotas: Record<Ledger, string>;
  alerts: Record<AlertSentenceKey, string>;
  /** What a webhook says around the sentences of an alert. */
  alertMessage: Record<
    | 'test'
    | 'fired'
    | 'cleared'
    | 'resets'
    | 'now'
    | 'tests'
    | 'units'
    | 'held'
    | 'heldUnits'
    | 'reports'
    | 'byTest'
    | 'byPerson',
    string
  >;
  percentSign: string;
  /** The end of a list that was cut. */
  more: string;
  nouns: Record<Noun, NounForms>;
}

import CircleCheck from 'virtual:lucide/circle-check';
import CircleX from 'virtual:lucide/circle-x';
import Clock from 'virtual:lucide/clock';
import LoaderCircle from 'virtual:lucide/loader-circle';
import TriangleAlert from 'virtual:lucide/triangle-alert';
import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { UNIT_LIMITS } from '#contract/limits.ts';
import type { DryReading } from '#contract/readings.ts';
import type { KnownMatch } from '#src/api/client/known.ts';
import { GatewayError, PaymentRequired } from '#src/api/transport/gateway-errors.ts';
import { isFileRefusal } from '#src/features/add-knowledge/intake/check-file.ts';
import {
  type Item,
  isStored,
  type Registration,
  type UnitDraft,
} from '#src/features/add-knowledge/intake/intake-types.ts';
import { BidiText } from '#src/ui/bidi-text.tsx';
import { describeError } from '#src/ui/fault/describe-error.ts';
import { QuotaFigures } from '#src/ui/fault/quota-remedy.tsx';
import { DryReason } from './dry-facts.tsx';
import { KnownDetail } from './known-actions.tsx';

const good = { Icon: CircleCheck, icon: 'leaf.fill', words: 'text.primary', bold: false };
const busy = { Icon: LoaderCircle, icon: 'teal.fill', words: 'text.primary', bold: false };
const idle = { Icon: Clock, icon: 'text.secondary', words: 'text.primary', bold: false };
const attention = { Icon: TriangleAlert, icon: 'saffron.fill', words: 'saffron.ink', bold: true };
const failure = { Icon: CircleX, icon: 'brick.fill', words: 'brick.ink', bold: true };

const statusStyles = {
  ready: good,
  stored: good,
  listed: idle,
  uploading: busy,
  registering: busy,
  waiting: idle,
  unfinished: idle,
  cancelled: attention,
  gone: attention,
  titleWrong: attention,
  descriptionWrong: attention,
  titleTaken: attention,
  titleRepeated: attention,
  known: attention,
  unreadable: attention,
  tooMany: attention,
  refused: failure,
  failed: failure,
  notRegistered: failure,
  notReplaced: failure,
} satisfies Record<string, typeof good>;

/** The state of a row as one word; the row says it in words and offers the step that resolves it. */
export type RowStatus = keyof typeof statusStyles;

export function itemStatus(item: Item): RowStatus {
  if (item.kind === 'url') return 'listed';
  const { upload } = item;
  return upload.step === 'failed' && isFileRefusal(upload.error) ? 'refused' : upload.step;
}

type TextProblems = {
  titleInvalid: boolean;
  descriptionInvalid: boolean;
  /** Another unit of the bot, or another row, has the title. */
  taken: boolean;
  /** The bot has the content already. */
  known?: boolean;
  /** Reading it gave no text. */
  unreadable?: boolean;
  repeated: boolean;
};

export function groupStatus(
  group: UnitDraft,
  problems: TextProblems,
  registration: Registration | undefined,
  maxSources: number = UNIT_LIMITS.sources,
): RowStatus {
  if (registration?.step === 'registering') return 'registering';
  const [only] = group.items;
  if (group.items.length === 1 && only !== undefined && !isStored(only) && group.key === only.key) {
    return itemStatus(only);
  }
  if (registration?.replacing === true) return 'notReplaced';
  if (problems.unreadable === true && registration === undefined) return 'unreadable';
  if (problems.known === true) return 'known';
  if (problems.titleInvalid) return 'titleWrong';
  if (problems.descriptionInvalid) return 'descriptionWrong';
  const error = registration?.error;
  if (problems.taken || (error instanceof GatewayError && error.fault === 'title-taken')) return 'titleTaken';
  if (problems.repeated) return 'titleRepeated';
  if (registration !== undefined) return 'notRegistered';
  if (group.items.length > maxSources) return 'tooMany';
  return group.items.every(isStored) ? 'ready' : 'unfinished';
}

/** `notRegistered` may simply be tried again: its title and description are valid. */
export function canRegister(status: RowStatus): boolean {
  return status === 'ready' || status === 'notRegistered';
}

export function isFailedStatus(status: RowStatus): boolean {
  return statusStyles[status] === failure;
}

/** A row's status as icon and words. */
export function RowStatusLabel({ status }: { status: RowStatus }) {
  const { t } = useTranslation('add');
  const { Icon, icon, words, bold } = statusStyles[status];
  return (
    <Box
      component="span"
      sx={{
        display: 'inline-flex',
        alignItems: 'center',
        gap: 1,
        color: words,
        fontWeight: bold ? 600 : 400,
      }}
    >
      <Box component="span" sx={{ display: 'flex', color: icon }}>
        <Icon size={18} aria-hidden />
      </Box>
      {t(`status.${status === 'unfinished' ? 'waiting' : status}`)}
    </Box>
  );
}

export const isTitleConflict = (status: RowStatus) => status === 'titleTaken' || status === 'titleRepeated';
export const isTitleInvalid = (status: RowStatus) => status === 'titleWrong' || isTitleConflict(status);

export type UnitDraftState = {
  status: RowStatus;
  /** What the form says about the title or the description. */
  issue?: string | undefined;
  registration?: Registration | undefined;
  /** The unit that has the title already. */
  conflictingUnitId?: number | undefined;
  match?: KnownMatch | undefined;
  /** What was read of its only item. */
  dry?: DryReading | undefined;
  /** Bytes of the file, if it is one. */
  size?: number | undefined;
};

/** What is wrong with the texts or the registration of a unit, in words; undefined while nothing is. */
export function useUnitProblem(state: UnitDraftState): ReactNode {
  const { status, issue = '', registration, match, size, dry } = state;
  const { t } = useTranslation('add');
  if (status === 'unreadable' && dry?.reason) return <DryReason reason={dry.reason} />;
  if (match !== undefined && (status === 'known' || status === 'titleTaken'))
    return <KnownDetail match={match} size={size} />;
  if (status === 'titleTaken' || status === 'titleRepeated') return t(`problem.${status}`);
  if (status === 'titleWrong') return t('problem.field', { field: t('row.title'), issue });
  if (status === 'descriptionWrong') return t('problem.field', { field: t('row.description'), issue });
  return (status === 'notRegistered' || status === 'notReplaced') && registration?.step === 'failed' ? (
    <RowFailure error={registration.error} />
  ) : undefined;
}

/** A failed call in the space of a row: its message, isolated where it is the gateway's own, and figures of a quota that refused. */
export function RowFailure({ error }: { error: unknown }) {
  const { t } = useTranslation('faults');
  const { message, title, verbatim } = describeError(error, t);
  const text = message || title;
  return (
    <>
      {error instanceof PaymentRequired && message !== '' ? (
        <Box component="strong" sx={{ display: 'block', fontWeight: 600 }}>
          {title}
        </Box>
      ) : null}
      {verbatim ? <BidiText>{text}</BidiText> : text}
      <QuotaFigures error={error} />
    </>
  );
}

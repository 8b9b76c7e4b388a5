import Box from '@mui/material/Box';
import { Fragment, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { MODEL_SCOPES, type ModelScope } from '#contract/models.ts';
import { ROLES, type Role } from '#contract/session.ts';
import { PERIODS, type Period } from '#contract/usage.ts';
import { BidiText } from '#src/components/bidi-text.tsx';
import { useFormats } from '#src/i18n/locale.tsx';
import { useAuditWords } from './use-audit-words.ts';
import type { ZoneTimes } from './use-zone-times.ts';

type FieldValueProps = {
  name: string;
  value: unknown;
  /** What stands on the other side: of lists only what differs is set off. */
  other: unknown;
  side: 'before' | 'after';
  times: ZoneTimes;
};

const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z$/;
const isRole = (value: string): value is Role => (ROLES as readonly string[]).includes(value);
const isPeriod = (value: string): value is Period => (PERIODS as readonly string[]).includes(value);
const isScope = (value: string): value is ModelScope => (MODEL_SCOPES as readonly string[]).includes(value);

/** One value of a field. What people wrote takes its own direction; a plus or a minus says what came and went of a list. */
export function FieldValue({ name, value, other, side, times }: FieldValueProps): ReactNode {
  const { t } = useTranslation(['audit', 'terms']);
  const formats = useFormats();
  const quiet = (words: string) => (
    <Box component="span" sx={{ color: 'text.tertiary' }}>
      {words}
    </Box>
  );
  if (value === undefined || value === null) return quiet(t('details.nothing'));
  if (typeof value === 'boolean') return t(value ? 'details.yes' : 'details.no');
  if (typeof value === 'number') return formats.number(value);
  if (typeof value === 'string') {
    if (value === '') return quiet(t('details.empty'));
    if (MOMENT.test(value)) return <time dateTime={value}>{times.full(value)}</time>;
    if (name === 'role' && isRole(value)) return t(`terms:role.${value}`);
    if (name === 'period' && isPeriod(value)) return t(`terms:period.${value}`);
    if (name === 'bots' && value === 'all') return t('terms:allBots');
    if (name === 'scope' && isScope(value)) return t(`scope.${value}`);
    return <BidiText>{value}</BidiText>;
  }
  if (!Array.isArray(value)) return <FieldsOf value={value} />;
  if (value.length === 0) return quiet(t('details.empty'));
  const others = new Set(Array.isArray(other) ? other.map((item) => JSON.stringify(item)) : []);
  return (
    <Box component="ul" sx={{ listStyle: 'none', margin: 0, padding: 0 }}>
      {value.map((item: unknown, at) => {
        const moved = Array.isArray(other) && !others.has(JSON.stringify(item));
        return (
          <Box
            component="li"
            // eslint-disable-next-line react/no-array-index-key
            key={at}
            sx={moved ? { color: side === 'after' ? 'leaf.ink' : 'brick.ink' } : {}}
          >
            {moved ? (side === 'after' ? '+ ' : '− ') : null}
            {typeof item === 'string' ? <BidiText>{item}</BidiText> : <FieldsOf value={item} />}
          </Box>
        );
      })}
    </Box>
  );
}

/** What has fields of its own, in one line: quotas by ledger, a rule, the figures of a removal. */
function FieldsOf({ value }: { value: unknown }) {
  const { t } = useTranslation('audit');
  const formats = useFormats();
  const words = useAuditWords();
  const print = (item: unknown): string => {
    if (typeof item === 'number') return formats.number(item);
    if (typeof item === 'boolean') return t(item ? 'details.yes' : 'details.no');
    if (item === null) return t('details.nothing');
    return typeof item === 'string' ? (words.field(item) ?? item) : JSON.stringify(item);
  };
  if (typeof value !== 'object' || value === null) return print(value);
  const fields = Object.entries(value);
  if (fields.length === 0) return t('details.empty');
  return fields.map(([name, item], at) => (
    <Fragment key={name}>
      {at === 0 ? null : ' · '}
      <bdi>
        {words.field(name) ?? name}: {print(item)}
      </bdi>
    </Fragment>
  ));
}

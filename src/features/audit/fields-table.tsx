import Box from '@mui/material/Box';
import type { SxProps, Theme } from '@mui/material/styles';
import { Fragment, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { AuditEntry } from '#contract/audit.ts';
import { type Bot, PUBLISHING_RULES, type PublishingRule, WEAK_ANSWERS } from '#contract/bots.ts';
import { JOB_KINDS, type JobKind } from '#contract/jobs.ts';
import { MODEL_SCOPES, type ModelScope } from '#contract/models.ts';
import { ROLES, type Role } from '#contract/session.ts';
import { SYNONYM_FORMATS, type SynonymFormat } from '#contract/synonyms.ts';
import { PERIODS, type Period } from '#contract/usage.ts';
import { useFormats } from '#src/i18n/locale.tsx';
import { WrittenText } from '#src/ui/answer/written-text.tsx';
import { BidiText } from '#src/ui/bidi-text.tsx';
import { MonoText } from '#src/ui/mono-text.tsx';
import { SmallText } from '#src/ui/small-text.tsx';
import { useAuditLabels } from './use-audit-labels.ts';

type FieldValueProps = {
  name: string;
  value: unknown;
  /** The value on the other side: items of a list that are missing there are highlighted. */
  other: unknown;
  side: 'before' | 'after';
};

const ISO_DATE_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z$/;
const isRole = (value: string): value is Role => (ROLES as readonly string[]).includes(value);
const isPeriod = (value: string): value is Period => (PERIODS as readonly string[]).includes(value);
const isScope = (value: string): value is ModelScope => (MODEL_SCOPES as readonly string[]).includes(value);
const isWeakAnswers = (value: string): value is Bot['weakAnswers'] =>
  (WEAK_ANSWERS as readonly string[]).includes(value);
const isRuledName = (name: string) => name === 'personChanges' || name === 'ownChanges';
const isPublishingRule = (value: string): value is PublishingRule =>
  (PUBLISHING_RULES as readonly string[]).includes(value);
const isImportMode = (value: string): value is 'add' | 'replace' => value === 'add' || value === 'replace';
const isJobKind = (value: string): value is JobKind => (JOB_KINDS as readonly string[]).includes(value);
const isFormat = (value: string): value is SynonymFormat =>
  (SYNONYM_FORMATS as readonly string[]).includes(value);

/** A text value: inline, or as a block when the text has several lines. */
function TextValue({ children: text }: { children: string }) {
  if (!text.includes('\n')) return <BidiText>{text}</BidiText>;
  return <WrittenText variant="inherit" text={text} sx={{ textAlign: 'left' }} />;
}

/** One value of a field. Text by people keeps its own direction; a plus or a minus marks items added to or removed from a list. */
function FieldValue({ name, value, other, side }: FieldValueProps): ReactNode {
  const { t } = useTranslation(['audit', 'terms']);
  const formats = useFormats();
  const renderMuted = (text: string) => (
    <Box component="span" sx={{ color: 'text.tertiary' }}>
      {text}
    </Box>
  );
  if (value === undefined || value === null) return renderMuted(t('details.nothing'));
  if (typeof value === 'boolean') return t(value ? 'details.yes' : 'details.no');
  if (typeof value === 'number') return formats.number(value);
  if (typeof value === 'string') {
    if (value === '') return renderMuted(t('details.empty'));
    if (ISO_DATE_TIME.test(value)) return <time dateTime={value}>{formats.full(value)}</time>;
    if (name === 'role' && isRole(value)) return t(`terms:role.${value}`);
    if (name === 'period' && isPeriod(value)) return t(`terms:period.${value}`);
    if (name === 'bots' && value === 'all') return t('terms:allBots');
    if (name === 'scope' && isScope(value)) return t(`scope.${value}`);
    if (isRuledName(name) && isPublishingRule(value)) return t(`publishing.${value}`);
    if (name === 'weakAnswers' && isWeakAnswers(value)) return t(`weakAnswers.${value}`);
    if (name === 'mode' && isImportMode(value)) return t(`mode.${value}`);
    if (name === 'kind' && isJobKind(value)) return t(`terms:jobKind.${value}`);
    if (name === 'format' && isFormat(value)) return t(`format.${value}`);
    return <TextValue>{value}</TextValue>;
  }
  if (!Array.isArray(value)) return <NestedFields value={value} />;
  if (value.length === 0) return renderMuted(t('details.empty'));
  const others = new Set(Array.isArray(other) ? other.map((item) => JSON.stringify(item)) : []);
  return (
    <Box component="ul" sx={{ listStyle: 'none', margin: 0, padding: 0 }}>
      {value.map((item: unknown, index) => {
        const isChanged = Array.isArray(other) && !others.has(JSON.stringify(item));
        return (
          <Box
            component="li"
            key={index}
            sx={isChanged ? { color: side === 'after' ? 'leaf.ink' : 'brick.ink' } : {}}
          >
            {isChanged ? (side === 'after' ? '+ ' : '− ') : null}
            {typeof item === 'string' ? <TextValue>{item}</TextValue> : <NestedFields value={item} />}
          </Box>
        );
      })}
    </Box>
  );
}

/** An object in one line: quotas by ledger, a rule, the figures of a removal. */
function NestedFields({ value }: { value: unknown }) {
  const { t } = useTranslation('audit');
  const formats = useFormats();
  const auditLabels = useAuditLabels();
  const formatItem = (item: unknown): string => {
    if (typeof item === 'number') return formats.number(item);
    if (typeof item === 'boolean') return t(item ? 'details.yes' : 'details.no');
    if (item === null) return t('details.nothing');
    return typeof item === 'string' ? (auditLabels.field(item) ?? item) : JSON.stringify(item);
  };
  if (typeof value !== 'object' || value === null) return formatItem(value);
  const fields = Object.entries(value);
  if (fields.length === 0) return t('details.empty');
  return fields.map(([name, item], index) => (
    <Fragment key={name}>
      {index === 0 ? null : ' · '}
      <bdi>
        {auditLabels.field(name) ?? name}: <BidiText>{formatItem(item)}</BidiText>
      </bdi>
    </Fragment>
  ));
}

const tableStyle: SxProps<Theme> = {
  borderCollapse: 'collapse',
  width: '100%',
  maxWidth: 960,
  typography: 'body2',
  '& th, & td': {
    textAlign: 'start',
    verticalAlign: 'top',
    paddingBlock: '6px',
    paddingInlineEnd: 2,
    borderBlockEnd: 1,
    borderColor: 'line.soft',
  },
  '& thead th': { color: 'text.tertiary', fontWeight: 400 },
  '& tbody th': { fontWeight: 600, width: { sm: '20%' } },
  '& td': { overflowWrap: 'anywhere', width: { sm: '40%' } },
};

/** The changed fields with their values before and after. */
export function FieldsTable({ entry: { before, after } }: { entry: AuditEntry }) {
  const { t } = useTranslation('audit');
  const auditLabels = useAuditLabels();
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  if (names.length === 0) return <SmallText tone="secondary">{t('details.noFields')}</SmallText>;
  const sides = [
    ['before', before],
    ['after', after],
  ] as const;
  const shownSides = sides.filter(([, fields]) => fields !== null);
  return (
    <Box component="table" aria-label={t('details.changes')} sx={tableStyle}>
      <thead>
        <tr>
          <th scope="col">{t('details.field')}</th>
          {shownSides.map(([side]) => (
            <th key={side} scope="col">
              {t(`details.${side}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {names.map((name) => (
          <tr key={name}>
            <th scope="row">{auditLabels.field(name) ?? <MonoText>{name}</MonoText>}</th>
            {shownSides.map(([side, fields]) => (
              <td key={side}>
                <FieldValue
                  name={name}
                  value={fields?.[name]}
                  other={(side === 'before' ? after : before)?.[name]}
                  side={side}
                />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </Box>
  );
}

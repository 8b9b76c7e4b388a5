import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { AuditEntry } from '#contract/audit.ts';
import { useFormats } from '#src/i18n/locale.tsx';
import { paths } from '#src/paths.ts';
import { BidiText } from '#src/ui/bidi-text.tsx';
import { CopyButton } from '#src/ui/copy-button.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { MonoText } from '#src/ui/mono-text.tsx';
import { FieldsTable } from './fields-table.tsx';
import { useAuditLabels } from './use-audit-labels.ts';

function DetailItem({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Box sx={{ display: { xs: 'grid', sm: 'contents' } }}>
      <Typography component="dt" variant="body2" sx={{ color: 'text.tertiary' }}>
        {label}
      </Typography>
      <Typography component="dd" variant="body2" sx={{ margin: 0, minWidth: 0, overflowWrap: 'anywhere' }}>
        {children}
      </Typography>
    </Box>
  );
}

/** The details of a change: fields before and after, who, when, from which address, and links to related changes. */
export function EntryDetails({ id, entry }: { id: string; entry: AuditEntry }) {
  const { t } = useTranslation('audit');
  const formats = useFormats();
  const auditLabels = useAuditLabels();
  const { actor, address, requestId, subject, outcome } = entry;
  const related = (
    [
      ['history', subject.id, { kind: subject.kind, subject: subject.id }],
      ['sameKey', actor.keyId, { key: actor.keyId }],
      ['sameRequest', requestId, { request: requestId }],
    ] as const
  ).flatMap(([label, id, filter]) => (id === '' ? [] : [[label, paths.audit(filter)] as const]));
  return (
    <Box
      id={id}
      role="region"
      aria-label={t('details.title', { id: entry.id })}
      sx={{ display: 'grid', gap: 2, paddingBlock: 2, minWidth: 0 }}
    >
      {outcome === 'done' ? <FieldsTable entry={entry} /> : <Typography>{t('unknown.text')}</Typography>}
      <Box
        component="dl"
        sx={{
          margin: 0,
          display: 'grid',
          gridTemplateColumns: { xs: '1fr', sm: 'max-content minmax(0, 1fr)' },
          columnGap: 2,
          rowGap: 0.75,
        }}
      >
        <DetailItem label={t('details.when')}>
          <time dateTime={entry.on}>{formats.full(entry.on)}</time>
        </DetailItem>
        <DetailItem label={t('details.who')}>
          <BidiText>{auditLabels.actor(actor)}</BidiText>
        </DetailItem>
        {address === '' ? null : (
          <DetailItem label={t('details.address')}>
            <MonoText>{address}</MonoText>
          </DetailItem>
        )}
        {requestId === '' ? null : (
          <DetailItem label={t('details.request')}>
            <MonoText>{requestId}</MonoText> <CopyButton text={requestId} label={t('details.copyRequest')} />
          </DetailItem>
        )}
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        {related.map(([label, to]) => (
          <LinkButton key={label} size="small" variant="outlined" to={to}>
            {t(`details.${label}`)}
          </LinkButton>
        ))}
      </Box>
    </Box>
  );
}

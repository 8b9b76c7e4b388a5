import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import Plus from 'lucide-react/icons/plus';
import { useTranslation } from 'react-i18next';
import { ALERT_LIMITS } from '#contract/limits.ts';
import { useCan } from '#src/api/use-role.ts';
import { Notice } from '#src/components/notice.tsx';
import { SkeletonRows } from '#src/components/skeleton-rows.tsx';
import { FaultNotice } from '#src/faults/fault-notice.tsx';
import { RuleRow } from './rule-row.tsx';
import { PageSection } from './page-section.tsx';
import { useRules } from './use-rules.ts';

/** What raises an alert: edited in place, saved together. */
export function RulesSection() {
  const { t } = useTranslation('alerts');
  const mayEdit = useCan('setAlertRules');
  const state = useRules();
  const { query, save, drafts, problems, changed } = state;
  const full = drafts.length >= ALERT_LIMITS.rules;
  return (
    <PageSection
      id="rules"
      title={t('rules.title')}
      text={t(mayEdit ? 'rules.text' : 'rules.readOnly')}
      action={
        mayEdit && !full && query.data !== undefined ? (
          <Button size="small" variant="outlined" startIcon={<Plus size={16} />} onClick={state.addLine}>
            {t('rules.add')}
          </Button>
        ) : null
      }
    >
      {query.error === null ? null : <FaultNotice error={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending ? <SkeletonRows rows={4} height={48} bars={[0.5]} /> : null}
      <Box component="ul" aria-label={t('rules.title')} sx={{ listStyle: 'none', margin: 0, padding: 0 }}>
        {drafts.map((rule) => (
          <RuleRow
            key={rule.key}
            rule={rule}
            problem={problems.get(rule.key)}
            mayEdit={mayEdit}
            state={state}
          />
        ))}
      </Box>
      {full ? (
        <Typography variant="body2" sx={{ color: 'text.tertiary', paddingBlock: 1 }}>
          {t('rules.full', { most: ALERT_LIMITS.rules })}
        </Typography>
      ) : null}
      <Box sx={{ display: 'grid', gap: 1.5, marginBlockStart: 1.5 }}>
        {save.error ? <FaultNotice error={save.error} onDismiss={save.reset} /> : null}
        {save.isSuccess && !changed ? (
          <Notice severity="success" title={t('rules.saved')} onDismiss={save.reset} />
        ) : null}
        {changed ? (
          <Box sx={{ display: 'flex', gap: 1 }}>
            <Button
              variant="contained"
              loading={save.isPending}
              disabled={problems.size > 0 || save.isPending}
              onClick={state.send}
            >
              {t('rules.save')}
            </Button>
            <Button onClick={state.reset}>{t('rules.reset')}</Button>
          </Box>
        ) : null}
      </Box>
    </PageSection>
  );
}

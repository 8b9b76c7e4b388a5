import Autocomplete, { createFilterOptions } from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { foldText } from '#common/fold-text.ts';
import { PUBLISHING_RULES, WEAK_ANSWERS } from '#contract/bots.ts';
import { BOT_LIMITS } from '#contract/limits.ts';
import { LEDGERS, PERIODS } from '#contract/usage.ts';
import type { Language } from '#src/i18n/languages.ts';
import { useLocale } from '#src/i18n/locale.tsx';
import { FieldSet } from '#src/ui/field-set.tsx';
import { IntegerField } from '#src/ui/integer-field.tsx';
import { ToggleChoice } from '#src/ui/toggle-choice.tsx';
import type { BotFormState } from './use-bot-form.ts';

type TimeZoneOption = { zone: string; name: string; offset: string };

function timeZoneNamePart(
  zone: string,
  language: Language,
  timeZoneName: 'longGeneric' | 'shortOffset',
): string {
  const format = new Intl.DateTimeFormat(language === 'ar' ? 'ar-u-nu-latn' : 'en-GB', {
    timeZone: zone,
    timeZoneName,
  });
  return format.formatToParts(new Date()).find(({ type }) => type === 'timeZoneName')?.value ?? '';
}

const cache = new Map<Language, readonly TimeZoneOption[]>();

/** All time zones of this browser: name in the page's language, and current offset from UTC. */
function timeZoneOptions(language: Language): readonly TimeZoneOption[] {
  const cached = cache.get(language);
  if (cached !== undefined) return cached;
  const zones = [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])];
  const options = zones.map((zone) => ({
    zone,
    name: timeZoneNamePart(zone, language, 'longGeneric'),
    offset: timeZoneNamePart(zone, 'en', 'shortOffset'),
  }));
  cache.set(language, options);
  return options;
}

const filterOptions = createFilterOptions<TimeZoneOption>({
  limit: 60,
  stringify: ({ zone, name, offset }) => foldText(`${zone.replaceAll('_', ' ')} ${zone} ${name} ${offset}`),
});

type TimeZoneFieldProps = { value: string; onChange: (zone: string) => void; error: string | undefined };

/** A time zone, found by place, by its name in the page's language or by its offset from UTC. */
function TimeZoneField({ value, onChange, error }: TimeZoneFieldProps) {
  const { t } = useTranslation('bots');
  const { language } = useLocale();
  // Names of four hundred zones take a moment: they are computed when the field first opens.
  const [options, setOptions] = useState<readonly TimeZoneOption[]>();
  const current = options?.find(({ zone }) => zone === value) ?? { zone: value, name: '', offset: '' };
  return (
    <Autocomplete
      disableClearable
      slotProps={{ paper: { sx: { border: 1, borderColor: 'line.firm' } } }}
      size="small"
      options={options ?? [current]}
      value={current}
      onOpen={() => setOptions(timeZoneOptions(language))}
      onChange={(_, option) => onChange(option.zone)}
      filterOptions={(all, state) => filterOptions(all, { ...state, inputValue: foldText(state.inputValue) })}
      isOptionEqualToValue={(option, chosen) => option.zone === chosen.zone}
      getOptionLabel={({ zone }) => zone}
      noOptionsText={t('form.zoneNone')}
      renderOption={(props, { zone, name, offset }) => (
        <Box component="li" {...props} key={zone}>
          <Box sx={{ display: 'grid', width: '100%', gridTemplateColumns: '1fr auto', columnGap: 2 }}>
            <bdi dir="ltr">{zone}</bdi>
            <Box component="bdi" dir="ltr" sx={{ color: 'text.tertiary' }}>
              {offset}
            </Box>
            <Box sx={{ typography: 'body2', color: 'text.tertiary' }}>{name}</Box>
          </Box>
        </Box>
      )}
      renderInput={(params) => (
        <TextField
          {...params}
          label={t('form.zone')}
          error={error !== undefined}
          helperText={error ?? t('form.zoneHint')}
        />
      )}
    />
  );
}

const PERIOD_KEYS = { none: 'periodNone', daily: 'periodDaily', monthly: 'periodMonthly' } as const;

type BotFieldsProps = { form: BotFormState; isNew: boolean };

function QuotaFields({ form, isNew }: BotFieldsProps) {
  const { t } = useTranslation(['bots', 'terms']);
  const { values, errors } = form;
  return (
    <FieldSet label={t('form.quotas')} hint={t(isNew ? 'form.quotasHintNew' : 'form.quotasHint')}>
      <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: { sm: 'repeat(3, 1fr)' } }}>
        {LEDGERS.map((ledger) => (
          <IntegerField
            key={ledger}
            label={t(`terms:ledger.${ledger}`)}
            unit={t(`terms:unit.${ledger}`)}
            value={values.quotas[ledger] ?? undefined}
            error={errors.quota(ledger)}
            onChange={(amount) => form.setQuota(ledger, amount)}
          />
        ))}
      </Box>
    </FieldSet>
  );
}

const RULED_CHANGES = ['personChanges', 'ownChanges'] as const;

/** When changes of the knowledge go live. */
function PublishingFields({ form }: Pick<BotFieldsProps, 'form'>) {
  const { t } = useTranslation('bots');
  return RULED_CHANGES.map((name) => (
    <FieldSet
      key={name}
      label={t(`form.publishing.${name}`)}
      hint={t(`form.publishing.hint.${form.values[name]}`)}
    >
      <ToggleChoice
        label={t(`form.publishing.${name}`)}
        value={form.values[name]}
        options={PUBLISHING_RULES.map((value) => ({ value, label: t(`form.publishing.rule.${value}`) }))}
        onChange={(rule) => form.set(name, rule)}
      />
    </FieldSet>
  ));
}

/** Name, quota, period, limits, hosts and what is kept of a bot. */
export function BotFields({ form, isNew }: BotFieldsProps) {
  const { t } = useTranslation('bots');
  const { values, errors } = form;
  return (
    <>
      <TextField
        {...form.registerName()}
        label={t('form.name')}
        size="small"
        autoFocus
        error={errors.name !== undefined}
        helperText={errors.name}
        slotProps={{ htmlInput: { dir: 'auto', maxLength: BOT_LIMITS.name, autoComplete: 'off' } }}
      />
      <QuotaFields form={form} isNew={isNew} />
      <FieldSet label={t('form.period')}>
        <ToggleChoice
          label={t('form.period')}
          value={values.period}
          options={PERIODS.map((value) => ({ value, label: t(`form.${PERIOD_KEYS[value]}`) }))}
          onChange={(period) => form.set('period', period)}
        />
      </FieldSet>
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { sm: '1fr 1fr' }, alignItems: 'start' }}>
        <TimeZoneField value={values.zone} onChange={(zone) => form.set('zone', zone)} error={errors.zone} />
        <IntegerField
          label={t('form.concurrency')}
          value={values.concurrency ?? undefined}
          error={errors.concurrency}
          hint={t('form.concurrencyHint')}
          onChange={(amount) => form.set('concurrency', amount ?? null)}
        />
      </Box>
      <FieldSet label={t('form.kept.title')} hint={t('form.kept.hint')}>
        <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: { sm: '1fr 1fr' } }}>
          <IntegerField
            label={t('form.kept.percent')}
            unit="%"
            value={values.keptPercent}
            error={errors.keptPercent}
            onChange={(percent) => form.set('keptPercent', percent)}
          />
          <IntegerField
            label={t('form.kept.days')}
            unit={t('form.kept.daysUnit')}
            value={values.keptDays}
            error={errors.keptDays}
            onChange={(days) => form.set('keptDays', days)}
          />
        </Box>
      </FieldSet>
      <PublishingFields form={form} />
      <FieldSet label={t('form.versions.title')} hint={t('form.versions.hint')}>
        <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: { sm: '1fr 1fr' } }}>
          <IntegerField
            label={t('form.kept.days')}
            unit={t('form.kept.daysUnit')}
            value={values.versionDays}
            error={errors.versionDays}
            onChange={(days) => form.set('versionDays', days)}
          />
          <IntegerField
            label={t('form.versions.count')}
            unit={t('form.versions.countUnit')}
            value={values.versionCount}
            error={errors.versionCount}
            onChange={(count) => form.set('versionCount', count)}
          />
        </Box>
      </FieldSet>
      <FieldSet label={t('form.weakAnswers')} hint={t(`form.weakAnswersHint.${values.weakAnswers}`)}>
        <ToggleChoice
          label={t('form.weakAnswers')}
          value={values.weakAnswers}
          options={WEAK_ANSWERS.map((value) => ({ value, label: t(`form.weakAnswersChoice.${value}`) }))}
          onChange={(weakAnswers) => form.set('weakAnswers', weakAnswers)}
        />
      </FieldSet>
      <TextField
        label={t('form.hosts')}
        size="small"
        multiline
        minRows={2}
        maxRows={8}
        value={form.hosts}
        error={errors.hosts !== undefined}
        helperText={errors.hosts ?? t('form.hostsHint')}
        onChange={(event) => form.setHosts(event.target.value)}
        slotProps={{ htmlInput: { dir: 'ltr', spellCheck: false, autoCapitalize: 'none' } }}
        sx={{ '& textarea': { paddingInline: 1.5, fontFamily: 'inherit' } }}
      />
    </>
  );
}

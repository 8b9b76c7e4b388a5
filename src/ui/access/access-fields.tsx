import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import FormControlLabel from '@mui/material/FormControlLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { defaultBotName } from '#contract/bots.ts';
import { ROLES, type Role } from '#contract/session.ts';
import { useSession } from '#src/api/hooks/use-permissions.ts';
import { FieldSet } from '#src/ui/field-set.tsx';
import { useBotName } from '#src/ui/use-bot-name.ts';
import { useRoleText } from './use-access-text.ts';

type AccessValues = { role: Role; allBots: boolean; bots: number[] };

const NEEDS_BOTS = 'needs-bots';
/** Refuses access to no bot; `AccessFields` has the words. */
export const requireBots = z.refine<Pick<AccessValues, 'allBots' | 'bots'>>(
  ({ allBots, bots }) => allBots || bots.length > 0,
  { path: ['bots'], error: NEEDS_BOTS },
);

type AccessFieldsProps = {
  value: AccessValues;
  botsError: string | undefined;
  onChange: (change: Partial<AccessValues>) => void;
};

/** All bots, which only owners of all grant, or a selection. */
function BotsField({ value: { allBots, bots }, botsError, onChange }: AccessFieldsProps) {
  const { t } = useTranslation('keys');
  const session = useSession().data;
  const knownBots = session?.bots ?? [];
  const error = botsError === NEEDS_BOTS ? t('form.noBots') : botsError;
  const botName = useBotName();
  const nameOf = (id: number) =>
    botName(knownBots.find((bot) => bot.id === id) ?? { id, name: defaultBotName(id) });
  return (
    <FieldSet label={t('form.bots')}>
      {session?.view.allBots !== false || allBots ? (
        <RadioGroup
          aria-label={t('form.bots')}
          value={allBots ? 'all' : 'some'}
          onChange={(_, value) => onChange({ allBots: value === 'all' })}
        >
          <FormControlLabel value="some" control={<Radio />} label={t('form.someBots')} />
          <FormControlLabel value="all" control={<Radio />} label={t('form.allBots')} />
        </RadioGroup>
      ) : null}
      {allBots ? null : (
        <Autocomplete
          multiple
          slotProps={{ paper: { sx: { border: 1, borderColor: 'line.firm' } } }}
          size="small"
          options={[...new Set([...knownBots.map(({ id }) => id), ...bots])]}
          value={bots}
          getOptionLabel={nameOf}
          onChange={(_, chosen) => onChange({ bots: chosen })}
          renderInput={(params) => (
            <TextField
              {...params}
              label={t('form.chooseBots')}
              error={error !== undefined}
              helperText={error}
            />
          )}
        />
      )}
    </FieldSet>
  );
}

/** The four roles, each with its rights. */
function RoleField({ value, onChange }: { value: Role; onChange: (role: Role) => void }) {
  const { t } = useTranslation(['keys', 'terms']);
  const wordsOf = useRoleText();
  return (
    <FieldSet label={t('form.role')}>
      <RadioGroup
        aria-label={t('form.role')}
        value={value}
        onChange={(_, role) => onChange(role as Role)}
        sx={{ display: 'grid', gap: 0.5, gridTemplateColumns: { sm: '1fr 1fr' } }}
      >
        {ROLES.map((role) => (
          <FormControlLabel
            key={role}
            value={role}
            control={<Radio sx={{ paddingBlock: 0.25 }} />}
            sx={{ alignItems: 'flex-start' }}
            label={
              <Box component="span" sx={{ display: 'block' }}>
                {t(`terms:role.${role}`)}
                <Typography
                  component="span"
                  variant="body2"
                  sx={{ display: 'block', color: 'text.tertiary' }}
                >
                  {wordsOf(role)}
                </Typography>
              </Box>
            }
          />
        ))}
      </RadioGroup>
    </FieldSet>
  );
}

/** What a key or a person may do, and with which bots. */
export function AccessFields(props: AccessFieldsProps) {
  return (
    <>
      <RoleField value={props.value.role} onChange={(role) => props.onChange({ role })} />
      <BotsField {...props} />
    </>
  );
}

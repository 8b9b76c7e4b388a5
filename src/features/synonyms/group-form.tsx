import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SynonymGroup, Synonyms } from '#contract/synonyms.ts';
import { Conflict, NotFound } from '#src/api/errors.ts';
import { useGateway } from '#src/api/gateway-context.tsx';
import { Notice } from '#src/components/notice.tsx';
import { FaultNotice } from '#src/faults/fault-notice.tsx';
import { EffectPanel } from './effect-panel.tsx';
import { ExpressionsField } from './expressions-field.tsx';
import { useGroupForm } from './use-group-form.ts';
import { useSaveGroup } from './use-groups.ts';

type GroupFormProps = {
  /** The saved group; without it a new one is written. */
  group?: SynonymGroup;
  /** What a new one begins with. */
  start?: Synonyms;
  mayMeasure: boolean;
  questions: string;
  onQuestions: (text: string) => void;
  onSaved: () => void;
  onCancel: () => void;
};

const NOTHING: Synonyms = { expressions: [], note: '' };

/** A group in place, with its effect below. A conflict shows what the other one made, and loses nothing that was typed. */
export function GroupForm(props: GroupFormProps) {
  const { group, start = group ?? NOTHING, mayMeasure, questions, onQuestions, onSaved, onCancel } = props;
  const { t } = useTranslation(['synonyms', 'common']);
  const { synonyms } = useGateway();
  const save = useSaveGroup();
  const form = useGroupForm({ expressions: start.expressions, note: start.note });
  /** The group as it stood when it was last looked at here. */
  const [base, setBase] = useState<SynonymGroup | undefined>(group);
  const [theirs, setTheirs] = useState<SynonymGroup>();

  const readTheirs = async (id: number) => {
    try {
      setTheirs(await synonyms.get(id));
    } catch {
      // Then the failure itself says that the group was changed.
      setTheirs(undefined);
    }
  };
  const send = (value: Synonyms, over: SynonymGroup | undefined) =>
    save.mutate(
      { group: over, value },
      {
        onSuccess: onSaved,
        onError: (error) => {
          if (error instanceof NotFound) setBase(undefined);
          if (error instanceof Conflict && over !== undefined) void readTheirs(over.id);
        },
      },
    );
  const submit = (over = base) => form.submit((value) => send(value, over));
  const settle = (change: () => void) => {
    save.reset();
    setTheirs(undefined);
    change();
  };
  const first = group?.expressions[0];
  return (
    <Box
      component="form"
      noValidate
      aria-label={first === undefined ? t('form.new') : t('editNamed', { first })}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) onCancel();
      }}
      sx={{ display: 'grid', gap: 2, paddingBlock: 2 }}
    >
      <Box sx={{ display: 'grid', gap: 2, maxWidth: 760 }}>
        {group === undefined ? (
          <Typography variant="h3" component="h2">
            {t('form.new')}
          </Typography>
        ) : null}
        <ExpressionsField
          value={form.expressions}
          typed={form.typed}
          problem={form.problem}
          onTake={form.take}
          onType={form.type}
          onDrop={form.drop}
        />
        <TextField
          {...form.registerNote()}
          label={t('form.note')}
          size="small"
          error={form.noteProblem !== undefined}
          helperText={form.noteProblem ?? t('form.noteHint')}
          slotProps={{ htmlInput: { dir: 'auto', maxLength: 300 } }}
        />
        {theirs !== undefined && save.error instanceof Conflict ? (
          <Notice
            severity="warning"
            title={t('form.conflict')}
            action={
              <>
                <Button
                  size="small"
                  variant="outlined"
                  onClick={() =>
                    settle(() => {
                      setBase(theirs);
                      submit(theirs);
                    })
                  }
                >
                  {t('form.keepMine')}
                </Button>
                <Button
                  size="small"
                  variant="outlined"
                  onClick={() =>
                    settle(() => {
                      setBase(theirs);
                      form.reset({ expressions: theirs.expressions, note: theirs.note });
                    })
                  }
                >
                  {t('form.takeTheirs')}
                </Button>
              </>
            }
          >
            {t('form.conflictNow', { expressions: theirs.expressions.join(' = ') })}
          </Notice>
        ) : save.error instanceof NotFound ? (
          <Notice severity="warning" title={t('form.gone')} />
        ) : save.error ? (
          <FaultNotice error={save.error} onDismiss={save.reset} />
        ) : null}
        <Box sx={{ display: 'flex', gap: 1 }}>
          <Button type="submit" variant="contained" loading={save.isPending} disabled={save.isPending}>
            {t('form.save')}
          </Button>
          <Button onClick={onCancel}>{t('common:cancel')}</Button>
        </Box>
      </Box>
      {mayMeasure ? (
        <EffectPanel
          expressions={form.expressions}
          groupId={base?.id}
          questions={questions}
          onQuestions={onQuestions}
        />
      ) : null}
    </Box>
  );
}

import ArrowDown from 'virtual:lucide/arrow-down';
import ArrowUp from 'virtual:lucide/arrow-up';
import Plus from 'virtual:lucide/plus';
import X from 'virtual:lucide/x';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useEffect, useId, useRef, useState } from 'react';
import { useFieldArray } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { WRITTEN_LIMITS } from '#contract/limits.ts';
import { IconAction } from '#src/ui/icon-action.tsx';
import { PlainList } from '#src/ui/plain-list.ts';
import { SmallText } from '#src/ui/small-text.tsx';
import { WrittenField } from './text-field.tsx';
import { EMPTY_PAIR, type TextValues } from './text-form.ts';

/** Where a pair went, and whether the focus goes after it. */
type Move = { to: number; by: -1 | 1 };

/** Questions with their answers, in order. */
export function QuestionRows() {
  const { t } = useTranslation('write');
  const { fields, append, remove, move } = useFieldArray<TextValues, 'pairs'>({ name: 'pairs' });
  const [moved, setMoved] = useState<Move>();
  const list = useRef<HTMLUListElement>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const moveBy = (place: number, by: Move['by']) => {
    move(place, place + by);
    setMoved({ to: place + by, by });
  };
  useEffect(() => {
    if (moved === undefined) return;
    const buttons = list.current?.children[moved.to]?.querySelectorAll<HTMLButtonElement>('[data-by]');
    const wanted = [...(buttons ?? [])].filter(({ disabled }) => !disabled);
    (wanted.find(({ dataset }) => dataset['by'] === String(moved.by)) ?? wanted[0])?.focus();
  }, [moved]);
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <PlainList as="ol" ref={list} sx={{ display: 'grid', gap: 2 }}>
        {fields.map(({ id }, place) => (
          <li key={id}>
            <QuestionRow
              place={place}
              count={fields.length}
              onMove={(by) => moveBy(place, by)}
              onRemove={() => {
                remove(place);
                setMoved(undefined);
                addButton.current?.focus();
              }}
            />
          </li>
        ))}
      </PlainList>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5 }}>
        <Button
          ref={addButton}
          variant="outlined"
          startIcon={<Plus size={18} />}
          disabled={fields.length >= WRITTEN_LIMITS.questions}
          onClick={() => {
            setMoved(undefined);
            append(EMPTY_PAIR, { focusName: `pairs.${fields.length}.question` });
          }}
        >
          {t('addQuestion')}
        </Button>
        {fields.length < WRITTEN_LIMITS.questions ? null : (
          <SmallText tone="secondary">{t('maxQuestions', { count: WRITTEN_LIMITS.questions })}</SmallText>
        )}
        <span role="status" className="visually-hidden">
          {moved === undefined ? '' : t('moved', { number: moved.to + 1 })}
        </span>
      </Box>
    </Box>
  );
}

type QuestionRowProps = {
  place: number;
  count: number;
  onMove: (by: Move['by']) => void;
  onRemove: () => void;
};

function QuestionRow({ place, count, onMove, onRemove }: QuestionRowProps) {
  const { t } = useTranslation('write');
  const headingId = useId();
  const number = place + 1;
  return (
    <Box
      role="group"
      aria-labelledby={headingId}
      sx={{
        display: 'grid',
        gap: 1.5,
        padding: { xs: 1.5, md: 2 },
        border: 1,
        borderColor: 'line.firm',
        borderRadius: 1,
        bgcolor: 'background.paper',
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5 }}>
        <Typography id={headingId} variant="body2" component="div" sx={{ flex: 1, fontWeight: 600 }}>
          {t('questionNumber', { number })}
        </Typography>
        <IconAction
          label={t('moveUp', { number })}
          disabled={place === 0}
          data-by={-1}
          onClick={() => onMove(-1)}
        >
          <ArrowUp size={18} />
        </IconAction>
        <IconAction
          label={t('moveDown', { number })}
          disabled={place === count - 1}
          data-by={1}
          onClick={() => onMove(1)}
        >
          <ArrowDown size={18} />
        </IconAction>
        <IconAction label={t('removeQuestion', { number })} disabled={count === 1} onClick={onRemove}>
          <X size={18} />
        </IconAction>
      </Box>
      <WrittenField name={`pairs.${place}.question`} label={t('question')} />
      <WrittenField name={`pairs.${place}.answer`} label={t('answer')} multiline minRows={2} maxRows={16} />
    </Box>
  );
}

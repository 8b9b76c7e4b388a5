import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { describeIssue } from '#contract/issue-words.ts';
import { SYNONYM_LIMITS } from '#contract/limits.ts';
import type { Synonyms } from '#contract/synonyms.ts';
import { synonymsSchema } from '#contract/synonyms.ts';
import { foldText } from '#src/api/fold-text.ts';
import { useLocale } from '#src/i18n/locale.tsx';

const collapse = (text: string) => text.replace(/\s+/gu, ' ').trim();

/** A group while it is written: expressions that were taken, the one being typed, the note. */
export function useGroupForm(start: Synonyms) {
  const { t } = useTranslation('synonyms');
  const { language } = useLocale();
  const [typed, setTyped] = useState('');
  const [clash, setClash] = useState<string>();
  const form = useForm<Synonyms>({
    defaultValues: start,
    mode: 'onSubmit',
    resolver: zodResolver<Synonyms, unknown, Synonyms>(synonymsSchema as never, {
      error: (issue) => describeIssue(issue as never, undefined, language),
    }),
  });
  // eslint-disable-next-line react/incompatible-library
  const expressions = form.watch('expressions');
  const { errors } = form.formState;

  /** Takes in what is new; what search holds for the same as another is said and left in the field. */
  const take = (texts: readonly string[]): string[] | undefined => {
    const taken = [...expressions];
    for (const text of texts.map(collapse).filter((one) => one !== '')) {
      const twin = taken.find((one) => foldText(one) === foldText(text));
      if (twin === undefined) taken.push(text);
      else if (texts.length === 1 || twin !== text) {
        setClash(t('form.same', { first: twin, second: text }));
        setTyped(text);
        form.setValue('expressions', taken);
        return undefined;
      }
    }
    setClash(undefined);
    setTyped('');
    form.setValue('expressions', taken, { shouldValidate: form.formState.isSubmitted });
    return taken;
  };
  const drop = (expression: string) => {
    setClash(undefined);
    form.setValue(
      'expressions',
      expressions.filter((one) => one !== expression),
      { shouldValidate: form.formState.isSubmitted },
    );
  };

  const submit = (save: (value: Synonyms) => void) => {
    const taken = take([typed]);
    if (taken !== undefined) void form.handleSubmit(save)();
  };
  const list: unknown = errors.expressions;
  const wrong = Array.isArray(list) ? list.findIndex(Boolean) : -1;
  const problem =
    clash ??
    (errors.expressions === undefined
      ? undefined
      : expressions.length < SYNONYM_LIMITS.expressions.min
        ? t('form.tooFew')
        : wrong >= 0
          ? `${expressions[wrong] ?? ''}: ${errors.expressions[wrong]?.message ?? ''}`
          : (errors.expressions.message ?? errors.expressions.root?.message));
  return {
    expressions,
    problem,
    typed,
    noteProblem: errors.note?.message,
    registerNote: () => form.register('note'),
    type: (text: string) => {
      setClash(undefined);
      setTyped(text);
    },
    take: (texts: readonly string[]) => void take(texts),
    drop,
    submit,
    reset: (value: Synonyms) => {
      form.reset(value);
      setTyped('');
      setClash(undefined);
    },
  };
}

import { zodResolver } from '@hookform/resolvers/zod';
import { type DefaultValues, type FieldValues, useForm } from 'react-hook-form';
import type { ZodMiniType } from 'zod/mini';
import { describeIssue } from '#contract/describe-issue.ts';
import { useLocale } from '#src/i18n/locale.tsx';

/** A form that a schema of the contract checks; what is wrong is said in the page's language. `prepare`: before the check. */
export function useSchemaForm<Values extends FieldValues>(
  schema: ZodMiniType,
  defaultValues: Values,
  prepare = (values: Values) => values,
) {
  const { language } = useLocale();
  const resolve = zodResolver<Values, unknown, Values>(schema as never, {
    error: (issue) => describeIssue(issue as never, undefined, language),
  });
  return useForm<Values>({
    defaultValues: defaultValues as DefaultValues<Values>,
    resolver: (values, ...rest) => resolve(prepare(values), ...rest),
  });
}

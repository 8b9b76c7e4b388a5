import { zodResolver } from '@hookform/resolvers/zod';
import type { Resolver } from 'react-hook-form';
import * as z from 'zod/mini';
import { describeIssue } from '#contract/issue-words.ts';
import type { WordLanguage } from '#contract/issue-words.ts';
import { descriptionSchema, titleSchema } from '#contract/knowledge.ts';
import type { FormValues, Grouping } from './intake-types.ts';

const textsSchema = z.object({ title: titleSchema, description: descriptionSchema });
const anyTexts = z.object({ title: z.string(), description: z.string() });

/** The form by the contract's own rules: item titles count only where each item becomes a unit. */
function formSchema(grouping: Grouping) {
  const [items, all] = grouping === 'each' ? [textsSchema, anyTexts] : [anyTexts, textsSchema];
  return z.object({
    items: z.record(z.string(), items),
    all: z.object({ file: all, url: all }),
    addresses: z.string(),
  });
}

export function formResolver(grouping: Grouping, language: WordLanguage): Resolver<FormValues> {
  return zodResolver<FormValues, unknown, FormValues>(formSchema(grouping), {
    error: (issue) => describeIssue(issue as never, undefined, language),
  });
}

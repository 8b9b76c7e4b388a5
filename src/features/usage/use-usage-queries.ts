import { keepPreviousData } from '@tanstack/react-query';
import type { QueryInput } from '#contract/operations/operation.ts';
import {
  usageCalls,
  usageConsumers,
  usageFailures,
  usageHistory,
  usageOfBots,
} from '#contract/operations/usage.ts';
import { useRead } from '#src/api/hooks/use-read.ts';
import type { DateRange } from './date-range.ts';

/** Figures are read again by themselves. */
const FIGURES = { refetchInterval: 60_000, placeholderData: keepPreviousData } as const;

export const useUsageHistory = (query: QueryInput<typeof usageHistory>) =>
  useRead(usageHistory, { query }, FIGURES);

export const useUsageConsumers = (query: QueryInput<typeof usageConsumers>) =>
  useRead(usageConsumers, { query }, FIGURES);

export const useUsageFailures = ({ from, to }: DateRange) =>
  useRead(usageFailures, { query: { from, to } }, FIGURES);

export const useUsageRequests = (query: QueryInput<typeof usageCalls>) =>
  useRead(usageCalls, { query }, FIGURES);

export const useUsageOfBots = (query: QueryInput<typeof usageOfBots>) =>
  useRead(usageOfBots, { query }, FIGURES);

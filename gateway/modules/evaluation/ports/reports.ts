import type { Closing, ReportReason, ReportState } from '#contract/reports.ts';
import type { ReportDraft, Reporter, StoredReport } from '#gateway/modules/evaluation/model.ts';

/** `owners`, `reporter`: ids. `before`: id of the last report of the page before. */
export interface ReportQuery {
  state: ReportState;
  owners?: readonly string[];
  reporter?: string;
  reason?: ReportReason;
  runId?: string;
  before?: number;
  limit: number;
}

/** The body that webhooks get of reports that were closed together, of which it names the first. */
export type DescribeClosing = (closed: number, reports: readonly StoredReport[]) => string;

/** Reports of each bot. */
export interface ReportStore {
  /**
   * Files a report; the one that the reporter has of the run is changed and opened in its place. Its test is one made
   * from the run, else one of the same question, that does not pass.
   */
  file(report: ReportDraft): Promise<{ report: StoredReport; before: StoredReport | undefined }>;
  get(botId: number, id: number): Promise<StoredReport | undefined>;
  /** Newest first. */
  list(botId: number, query: ReportQuery): Promise<StoredReport[]>;
  /** Open reports, open ones of these owners, and closed ones that the reporter has not seen. */
  count(
    botId: number,
    by: { owners: readonly string[]; reporter: string },
  ): Promise<{ open: number; mine: number; unseen: number }>;
  /** Closes an open report and queues one message to webhooks; undefined for a report that is not open. */
  close(
    botId: number,
    id: number,
    closing: { as: Closing; note: string; by: Reporter },
    describe: DescribeClosing,
  ): Promise<StoredReport | undefined>;
  /** Closes the open report that the reporter has of a run. */
  withdraw(botId: number, runId: string, by: Reporter): Promise<StoredReport | undefined>;
  /** How many closed reports the reporter has seen now. */
  markSeen(botId: number, reporter: string): Promise<number>;
  /** Removes some reports that were closed before the moment; how many. */
  expire(before: Date, limit: number): Promise<number>;
}

import { act, screen } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, test, vi } from 'vitest';
import { Unauthorized } from '#src/api/transport/gateway-errors.ts';
import { PassageText } from '#src/ui/answer/passage-text.tsx';
import { ScoreBar } from '#src/ui/answer/score-bar.tsx';
import { SectionPath } from '#src/ui/answer/section-path.tsx';
import { WrittenText } from '#src/ui/answer/written-text.tsx';
import { BidiText } from '#src/ui/bidi-text.tsx';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';
import { CopyButton } from '#src/ui/copy-button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { FaultNotice } from '#src/ui/fault/fault-notice.tsx';
import { KeyRejectionShownContext } from '#src/ui/key-rejection-context.ts';
import { Meter } from '#src/ui/meter.tsx';
import { MonoText } from '#src/ui/mono-text.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { PageFrame } from '#src/ui/page-frame.tsx';
import { QuietNote } from '#src/ui/quiet-note.tsx';
import { SearchField } from '#src/ui/search-field.tsx';
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx';
import { StatusChip } from '#src/ui/unit/status-chip.tsx';
import { renderPiece } from '#tests/support/render-app.tsx';
import { letStylesIn } from '#tests/support/styles.ts';
import { startUser } from '#tests/support/user.ts';

letStylesIn();

describe('StatusChip', () => {
  test.each([
    ['waiting', 'في الانتظار'],
    ['indexing', 'قيد الفهرسة'],
    ['ready', 'جاهزة'],
    ['failed', 'فشلت'],
    [7, 'الحالة 7'],
  ] as const)('says %s as a word beside an icon', async (status, word) => {
    const { container } = await renderPiece(<StatusChip status={status} />, 'ar');
    expect(screen.getByText(word)).toBeVisible();
    expect(container.querySelector('svg')).toBeInTheDocument();
  });

  test('shows progress only while indexing', async () => {
    const { unmount } = await renderPiece(<StatusChip status="indexing" progress={0.62} />);
    expect(screen.getByText('Indexing 62%')).toBeVisible();
    expect(screen.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '62');
    unmount();
    await renderPiece(<StatusChip status="ready" progress={0.62} />);
    expect(screen.queryByRole('progressbar')).toBeNull();
  });
});

describe('QuietNote', () => {
  test('says that nothing comes after some seconds, and begins again with any news', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
    try {
      const note = (news: string) => <QuietNote running news={news} begun={news !== ''} />;
      const { unmount } = await renderPiece(note(''), 'ar');
      act(() => void vi.advanceTimersByTime(9000));
      expect(screen.queryByRole('timer')).toBeNull();
      act(() => void vi.advanceTimersByTime(11_000));
      expect(screen.getByRole('timer')).toHaveTextContent('لا إجابة منذ 20 ثانية');
      unmount();
      await renderPiece(note('يحق'));
      act(() => void vi.advanceTimersByTime(12_000));
      expect(screen.getByRole('timer')).toHaveTextContent('Nothing new for');
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('FaultNotice', () => {
  test('leaves a refused key to the frame of the page, but says it in a dialog, from where that is out of reach', async () => {
    const error = new Unauthorized({ status: 401, message: '', fault: 'invalid-key' });
    await renderPiece(
      <KeyRejectionShownContext value>
        <FaultNotice error={error} />
        <ConfirmDialog open title="حذف الوحدة" confirmLabel="حذف" onConfirm={() => {}} onClose={() => {}}>
          <FaultNotice error={error} />
        </ConfirmDialog>
      </KeyRejectionShownContext>,
    );
    expect(screen.getAllByRole('alert', { hidden: true })).toHaveLength(1);
    expect(screen.getByRole('dialog')).toHaveTextContent('Key not accepted');
    expect(screen.getByRole('link', { name: 'Go to sign-in' })).toBeVisible();
  });
});

describe('Notice', () => {
  test('names its severity, is announced at once when it is an error, and goes only when dismissed', async () => {
    const user = startUser();
    const onDismiss = vi.fn<() => void>();
    await renderPiece(
      <Notice
        severity="error"
        title="تعذّر الاتصال"
        action={<button type="button">again</button>}
        onDismiss={onDismiss}
      >
        رفضت البوابة الطلب
      </Notice>,
      'ar',
    );
    expect(screen.getByRole('alert')).toHaveTextContent('رفضت البوابة الطلب');
    expect(screen.getByRole('img', { name: 'خطأ' })).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'again' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'إخفاء' }));
    expect(onDismiss).toHaveBeenCalledOnce();
  });

  test('does not interrupt for good news, and has no dismiss button unless asked', async () => {
    await renderPiece(<Notice severity="success" title="Added" />);
    expect(screen.getByRole('status')).toHaveTextContent('Added');
    expect(screen.queryByRole('button')).toBeNull();
  });
});

describe('ConfirmDialog', () => {
  const setup = async (phrase: string) => {
    const onConfirm = vi.fn<() => void>();
    await renderPiece(
      <ConfirmDialog
        open
        title="Delete the unit?"
        phrase={phrase}
        confirmLabel="Delete the unit"
        onConfirm={onConfirm}
        onClose={() => {}}
      >
        Its passages leave every answer.
      </ConfirmDialog>,
    );
    return {
      onConfirm,
      input: screen.getByRole('textbox'),
      button: screen.getByRole('button', { name: 'Delete the unit' }),
    };
  };

  test('allows the action only when the phrase was typed', async () => {
    const user = startUser();
    const { onConfirm, input, button } = await setup('دليل خدمة العملاء');
    await user.write(input, 'دليل{Enter}');
    expect(button).toBeDisabled();
    expect(onConfirm).not.toHaveBeenCalled();
    await user.write(input, '  خدمة العملاء ');
    expect(button).toBeEnabled();
    await user.keyboard('{Enter}');
    expect(onConfirm).toHaveBeenCalledOnce();
  });

  test('keeps the focus on the button while it works, and takes no second press', async () => {
    const user = startUser();
    const onConfirm = vi.fn<() => void>();
    function Deleting() {
      const [busy, setBusy] = useState(false);
      const confirm = () => {
        onConfirm();
        setBusy(true);
      };
      return (
        <ConfirmDialog
          open
          title="حذف الوحدة؟"
          confirmLabel="حذف"
          busy={busy}
          onConfirm={confirm}
          onClose={() => {}}
        >
          لا يمكن التراجع.
        </ConfirmDialog>
      );
    }
    await renderPiece(<Deleting />);
    const button = screen.getByRole('button', { name: 'حذف' });
    await user.click(button);
    await user.click(button);
    expect(onConfirm).toHaveBeenCalledOnce();
    expect(button).toHaveAttribute('aria-disabled', 'true');
    expect(button).toBeEnabled();
    expect(button).toHaveFocus();
  });

  test('minds the case', async () => {
    const user = startUser();
    const { input, button } = await setup('Returns');
    await user.write(input, 'returns');
    expect(button).toBeDisabled();
  });
});

describe('CopyButton', () => {
  test('copies and says so', async () => {
    const user = startUser();
    await renderPiece(<CopyButton text="https://example.org/دليل" />);
    await user.click(screen.getByRole('button', { name: 'Copy' }));
    expect(await screen.findByText('Copied')).toBeInTheDocument();
    expect(await navigator.clipboard.readText()).toBe('https://example.org/دليل');
  });

  test('says when it could not', async () => {
    const user = startUser();
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('denied'));
    await renderPiece(<CopyButton text="x" />);
    await user.click(screen.getByRole('button', { name: 'Copy' }));
    expect(await screen.findByText('Copying failed')).toBeInTheDocument();
  });
});

describe('direction', () => {
  test('keeps files left to right and gives titles their own direction', async () => {
    await renderPiece(
      <PageFrame
        title="Customer service guide"
        titleIsUserContent
        asOf={new Date(2026, 10, 21, 9, 41)}
        back={{ to: '/knowledge', label: 'المعرفة' }}
      >
        <MonoText>daleel.pdf</MonoText>
      </PageFrame>,
      'ar',
    );
    expect(screen.getByText('Customer service guide', { selector: 'bdi' })).toHaveAttribute('dir', 'auto');
    expect(screen.getByText('daleel.pdf')).toHaveAttribute('dir', 'ltr');
    expect(screen.getByText('البيانات حتى 09:41')).toBeVisible();
    expect(screen.getByRole('link', { name: 'المعرفة' })).toHaveAttribute('href', '/knowledge');
  });

  test('splits a heading path and lets only the parents be cut', async () => {
    await renderPiece(<SectionPath path="الإرجاع والاستبدال › مهلة الإرجاع" />, 'ar');
    const path = screen.getByRole('group', { name: 'القسم' });
    expect(path).toHaveTextContent('الإرجاع والاستبدالمهلة الإرجاع');
    expect(screen.getByText('الإرجاع والاستبدال')).toHaveStyle({ textOverflow: 'ellipsis' });
    expect(screen.getByText('مهلة الإرجاع').parentElement).not.toHaveStyle({ textOverflow: 'ellipsis' });
  });
});

describe('figures', () => {
  test('scale a score to the best one and write two decimals', async () => {
    await renderPiece(<ScoreBar score={12.3} maxScore={24.6} />);
    const score = screen.getByRole('img', { name: 'Score 12.30' });
    expect(score.querySelector(':scope > div > div')).toHaveStyle({ width: '50%' });
  });

  test('clamp a meter to its ends', async () => {
    await renderPiece(<Meter value={1.4} label="الحصة" />);
    expect(screen.getByRole('meter', { name: 'الحصة' })).toHaveAttribute('aria-valuenow', '100');
  });
});

describe('waiting and emptiness', () => {
  test('say what is coming and what to do', async () => {
    await renderPiece(
      <>
        <SkeletonRows rows={3} />
        <EmptyState title="No units yet" actions={<button type="button">Add</button>}>
          Drop a file to begin.
        </EmptyState>
      </>,
    );
    expect(screen.getByRole('status', { name: 'Loading' }).children).toHaveLength(3);
    expect(screen.getByRole('heading', { name: 'No units yet' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Add' })).toBeVisible();
  });
});

describe('SearchField', () => {
  test('keeps what is typed while an earlier search arrives, and takes a search that comes from elsewhere', async () => {
    const user = startUser();
    const onChange = vi.fn<(search: string) => void>();
    function Story() {
      const [value, setValue] = useState('');
      return (
        <>
          <SearchField value={value} onChange={onChange} label="بحث" placeholder="" />
          <button type="button" onClick={() => setValue('سفر')}>
            يصل
          </button>
          <button type="button" onClick={() => setValue('')}>
            يُمسح
          </button>
        </>
      );
    }
    await renderPiece(<Story />, 'ar');
    const input = screen.getByRole('searchbox');
    const arrive = () => user.click(screen.getByText('يصل'));
    await user.type(input, 'سفر');
    await expect.poll(() => onChange).toHaveBeenLastCalledWith('سفر');
    await user.type(input, ' وإقامة');
    await arrive();
    expect(input).toHaveValue('سفر وإقامة');
    await user.click(screen.getByText('يُمسح'));
    expect(input).toHaveValue('');
    await arrive();
    expect(input).toHaveValue('سفر');
  });
});

describe('PassageText', () => {
  test('marks what is quoted of a folded passage, also where the quotation begins before the fold', async () => {
    const filler = 'The market opens each day but Friday. ';
    const quoted = `${filler.repeat(10)}A courtesy vehicle is lent.`;
    const { container } = await renderPiece(
      <PassageText
        text={`${quoted} Paint is kept in the yard.`}
        question="courtesy vehicle"
        quotes={[{ start: 0, end: quoted.length }]}
        folded
      />,
    );
    const [marked, ...others] = container.querySelectorAll('[data-quoted]');
    expect(others).toEqual([]);
    expect(marked).toHaveTextContent(
      /^(?:The market opens each day but Friday\. )?A courtesy vehicle is lent\.$/u,
    );
    expect(container).toHaveTextContent(/^… /u);
  });
});

describe('WrittenText', () => {
  test('runs a line by its first letter, and from right to left where it is Arabic but for its beginning', async () => {
    const text =
      'واجهة REST API\niPhone 15 متوفر بسعر 50%\nThe fee (رسوم) is 50\n12.5\nSDK رابط التنزيل https://example.com/sdk';
    const { container } = await renderPiece(<WrittenText text={text} />);
    const lines = [...container.querySelectorAll('span')].map((line) => line.getAttribute('dir'));
    expect(lines).toEqual(['auto', 'rtl', 'auto', null, 'rtl']);
    await renderPiece(<BidiText>REST API ما هي (الإصدار v2)؟</BidiText>);
    expect(screen.getByText(/ما هي/u)).toHaveAttribute('dir', 'rtl');
  });
});

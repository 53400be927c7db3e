import { IconArrowLeft, IconArrowRight, IconEye } from '@tabler/icons-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { KINDS } from '../../../../core/kinds.ts';
import { Slot } from '../../../../ui/slots.tsx';
import { urlOf } from '../../../../core/url-of.ts';
import { SaveState } from '../../../../ui/form/save-state.tsx';
import { Button, TextButton } from '../../../../ui/parts/button.tsx';
import { InlineNotice } from '../../../../ui/parts/notice.tsx';
import { SplitView } from '../../../../ui/parts/split-view.tsx';
import { useViewer } from '../../../../ui/session/viewer.tsx';
import { reportEndpoints, type ReportView } from '../../contract.ts';
import { completeness, type RequiredLeft } from '../../rules.ts';
import { ClosedSection, presented } from '../read/document.tsx';
import { DictationSlot } from '../read/dictation-slot.tsx';
import { HeaderStrip } from '../read/header-strip.tsx';
import { CitingProvider } from '../records/citing.tsx';
import { citationsIn } from '../records/passage.ts';
import { RecordsPane } from '../records/records-pane.tsx';
import { useRecords } from '../records/use-records.ts';
import { SectionNotice } from './conflict.tsx';
import { jumpTo } from './jump.ts';
import { SectionForm } from './section-form.tsx';
import { SectionProgress } from './section-progress.tsx';
import { comesToSign, LeftToAnswer, SignPanel } from './sign.tsx';
import { useDrafts } from './use-drafts.ts';
import { useExpertName } from './use-expert-name.ts';
import styles from './write.module.css';

type Writing = ReportView & { report: NonNullable<ReportView['report']> };

/** Writing the report beside the records: sections with autosave, passages to cite, and the signature last. */
export function WriteView({ view }: { view: Writing }) {
  const viewer = useViewer();
  const { report } = view;
  const { definition, context } = report;
  const { drafts, now } = useDrafts(view);
  const [half, setHalf] = useState<'left' | 'right'>('right');
  const cited = useMemo(() => citationsIn(definition, now.answers), [definition, now.answers]);
  const {
    viewer: records,
    citing,
    others,
  } = useRecords(view.records, cited, {
    marking: true,
    onShow: () => setHalf('left'),
    onBack: () => setHalf('right'),
  });
  const progress = useMemo(() => completeness(definition, now.answers, context), [definition, now.answers, context]);
  const sections = progress.by_section;
  const titles = new Map(sections.map((section) => [section.key, section.title]));
  const signing = definition.sections.find((one) => one.questions.some((q) => q.type === 'signature'))?.key;
  const expertName = useExpertName(view);

  const [chosen, setChosen] = useState(() =>
    comesToSign() && signing !== undefined ? signing : firstOpen(report.returned_sections, sections),
  );
  const at = Math.max(
    0,
    sections.findIndex((section) => section.key === chosen),
  );
  const current = sections[at];
  const [left, setLeft] = useState<ReadonlySet<string>>(
    () => new Set(report.status === 'returned' ? titles.keys() : []),
  );
  const scroller = useRef<HTMLDivElement>(null);
  const target = useRef<RequiredLeft | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);

  const leave = (to: string) => {
    if (current && to !== current.key) setLeft((before) => new Set(before).add(current.key));
    setHalf('right');
    setChosen(to);
  };
  const go = (to: string) => {
    target.current = null;
    leave(to);
    scroller.current?.scrollTo({ top: 0 });
    heading.current?.focus({ preventScroll: true });
    // in a low window the page scrolls, not the half
    heading.current?.scrollIntoView({ block: 'nearest' });
  };
  const jump = (item: RequiredLeft) => {
    setLeft((before) => new Set(before).add(item.section));
    target.current = item;
    leave(item.section);
    if (item.section === current?.key) land(item);
  };
  useEffect(() => {
    const item = target.current;
    if (!item || item.section !== chosen) return;
    target.current = null;
    land(item);
  }, [chosen]);

  const preview = async () => {
    // what was typed a moment ago belongs into the draft
    if (drafts.dirty) await drafts.flush();
    const url = urlOf(reportEndpoints.pdf, { kind: view.kind, params: { id: view.review_id } });
    window.open(url, '_blank', 'noopener');
  };
  const remaining = sections.reduce((sum, section) => sum + section.left, 0);
  const [before, after] = [sections[at - 1], sections[at + 1]];
  const isLast = current?.key === signing;
  const state = current ? now.bySection[current.key]?.state : undefined;
  // what was closed before the opinions of others were opened is read, not written
  const closed = report.sections.find((one) => one.section === current?.key && one.closed_at !== null);
  const notes = new Map(report.returned_sections.map((one) => [one.section, one.note]));

  return (
    <CitingProvider value={citing}>
      <HeaderStrip view={view} due />
      <div className={styles.halves}>
        <SplitView
          storageKey="peritus:split:report"
          first="right"
          shown={half}
          onShow={setHalf}
          left={{
            label: 'Records',
            content: <RecordsPane viewer={records} others={others} review={view} />,
          }}
          right={{
            label: 'Report',
            content: (
              <div className={styles.pane}>
                <div className={styles.paneHead}>
                  <div className={styles.titleLine}>
                    <h2 ref={heading} tabIndex={-1} className={styles.title}>
                      {current?.title}
                    </h2>
                    <span className={styles.count}>
                      {progress.answered} of {progress.total}
                      <span className={styles.countWords}> answered</span>
                    </span>
                    <span className={styles.saved}>
                      <SaveState state={now.state} zone={viewer.time_zone} />
                      <Button icon={<IconEye size={16} stroke={1.75} aria-hidden />} onClick={() => void preview()}>
                        Preview
                      </Button>
                    </span>
                  </div>
                  <SectionProgress
                    sections={sections}
                    current={current?.key ?? ''}
                    returned={new Set(notes.keys())}
                    onGo={go}
                  />
                </div>
                <DictationSlot view={view} />
                <div ref={scroller} className={styles.scroll}>
                  <WhyHere view={view} />
                  {KINDS[view.kind].has_agreement ? (
                    <Slot name="WrittenNotice" kind={view.kind} reviewId={view.review_id} of="draft" waiting={null} />
                  ) : null}
                  {sections.map((section) => {
                    const own = now.bySection[section.key];
                    const urgent = own && (section.key === current?.key || own.state.kind === 'conflict');
                    return urgent ? (
                      <SectionNotice
                        key={section.key}
                        section={section.key}
                        title={section.title}
                        state={own.state}
                        answers={own.answers}
                        definition={definition}
                        drafts={drafts}
                      />
                    ) : null;
                  })}
                  {current ? (
                    <>
                      {isLast ? (
                        <LeftToAnswer
                          left={progress.required_left.filter((item) => item.section !== current.key)}
                          titles={titles}
                          onGo={jump}
                        />
                      ) : null}
                      {closed ? (
                        <ClosedSection report={presented(report)} section={closed} zone={viewer.time_zone} />
                      ) : (
                        <SectionForm
                          key={current.key}
                          definition={definition}
                          context={context}
                          section={current.key}
                          answers={now.answers}
                          left={left.has(current.key)}
                          note={notes.get(current.key)}
                          signs={view.can.sign}
                          onChange={(key, change) =>
                            drafts.set(current.key, (answers) => ({ ...answers, [key]: change(answers[key]) }))
                          }
                        />
                      )}
                      {isLast ? (
                        <SignPanel
                          view={view}
                          complete={progress.complete && state?.kind !== 'conflict'}
                          expertName={expertName}
                          flush={() => drafts.flush()}
                        />
                      ) : null}
                    </>
                  ) : null}
                </div>
                <footer className={styles.paneFoot}>
                  {before ? (
                    <Button icon={<IconArrowLeft size={16} stroke={1.75} aria-hidden />} onClick={() => go(before.key)}>
                      {before.title}
                    </Button>
                  ) : null}
                  <span className={styles.remaining}>
                    {remaining === 0 ? (
                      isLast ? null : (
                        'Everything required is answered'
                      )
                    ) : (
                      <TextButton
                        className={styles.remainingLink}
                        onClick={() => {
                          const [first] = progress.required_left;
                          if (first) jump(first);
                        }}
                      >
                        {remaining} to answer before {view.can.sign ? 'you can sign' : 'it can be signed'}
                      </TextButton>
                    )}
                  </span>
                  {after ? (
                    <Button
                      kind="primary"
                      trailing={<IconArrowRight size={16} stroke={1.75} aria-hidden />}
                      onClick={() => go(after.key)}
                    >
                      {after.title}
                    </Button>
                  ) : null}
                </footer>
              </div>
            ),
          }}
        />
      </div>
    </CitingProvider>
  );
}

const land = (item: RequiredLeft): void => {
  const number = item.type === 'question_answers' ? Number(/^(\d+)\./.exec(item.label)?.[1] ?? 1) : undefined;
  jumpTo(item.key, number);
};

/** Where to begin: the first section returned with a note, else the first that lacks something. */
function firstOpen(
  returned: readonly { section: string }[],
  sections: readonly { key: string; left: number; answered: number; total: number }[],
): string {
  const noted = sections.find((section) => returned.some((one) => one.section === section.key));
  return (noted ?? sections.find((section) => section.left > 0) ?? sections.at(-1))?.key ?? '';
}

/** Why the report lies here again: returned by the check, or a clarification asked for. */
function WhyHere({ view }: { view: Writing }) {
  const { report } = view;
  return (
    <>
      {report.status === 'returned' && report.returned_note ? (
        <InlineNotice kind="warn" title="Peritus returned the report before delivery.">
          {report.returned_note}
          {report.returned_sections.length > 0
            ? ' Sections with a note are marked above. Sign again when it is done.'
            : ' Sign again when it is done.'}
        </InlineNotice>
      ) : null}
      {report.clarification ? (
        <InlineNotice
          kind="info"
          title={`The requester asks for a clarification. Your answer becomes version ${report.version}.`}
        >
          “{report.clarification}”
        </InlineNotice>
      ) : null}
    </>
  );
}
